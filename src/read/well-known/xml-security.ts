const base64 = 'base64Binary';
const part = (name: string, more = ''): string => `<xs:element ref="ds:${name}"${more}/>`;
const typed = (name: string, type: string, more = ''): string =>
  `<xs:element name="${name}" type="${type}"${more}/>`;
const optional = ' minOccurs="0"';
const many = ' maxOccurs="unbounded"';
const sequence = (...parts: readonly string[]): string =>
  `<xs:sequence>${parts.join('')}</xs:sequence>`;
const other = '<xs:any namespace="##other" processContents="lax"/>';
const anything = `<xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>`;
const attribute = (name: string, type: string, more = ''): string =>
  `<xs:attribute name="${name}" type="xs:${type}"${more}/>`;
const id = attribute('Id', 'ID');
const required = ' use="required"';
const algorithm = attribute('Algorithm', 'anyURI', required);
const complex = (name: string, content: string, more = ''): string =>
  `<xs:complexType name="${name}"${more}>${content}</xs:complexType>`;
/** An element with the type that is called after it. */
const own = (name: string, content: string, more = ''): string =>
  typed(name, `ds:${name}Type`) + complex(`${name}Type`, content, more);
const text = (base: string, content: string): string =>
  `<xs:simpleContent><xs:extension base="${base}">${content}</xs:extension></xs:simpleContent>`;
const crypto = (...names: readonly string[]): readonly string[] =>
  names.map((name) => typed(name, 'ds:CryptoBinary'));

/** XML Signature (W3C, 2002; section 4). */
export const xmlSignatureSchema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" targetNamespace="http://www.w3.org/2000/09/xmldsig#" elementFormDefault="qualified">
<xs:simpleType name="CryptoBinary"><xs:restriction base="xs:${base64}"/></xs:simpleType>
<xs:simpleType name="DigestValueType"><xs:restriction base="xs:${base64}"/></xs:simpleType>
<xs:simpleType name="HMACOutputLengthType"><xs:restriction base="xs:integer"/></xs:simpleType>
${typed('DigestValue', 'ds:DigestValueType')}
${own('Signature', sequence(part('SignedInfo'), part('SignatureValue'), part('KeyInfo', optional), part('Object', `${optional}${many}`)) + id)}
${own('SignatureValue', text(`xs:${base64}`, id))}
${own('SignedInfo', sequence(part('CanonicalizationMethod'), part('SignatureMethod'), part('Reference', many)) + id)}
${own('CanonicalizationMethod', sequence(anything) + algorithm, ' mixed="true"')}
${own('SignatureMethod', sequence(typed('HMACOutputLength', 'ds:HMACOutputLengthType', optional), `<xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>`) + algorithm, ' mixed="true"')}
${own('Reference', sequence(part('Transforms', optional), part('DigestMethod'), part('DigestValue')) + id + attribute('URI', 'anyURI') + attribute('Type', 'anyURI'))}
${own('Transforms', sequence(part('Transform', many)))}
${own('Transform', `<xs:choice minOccurs="0" maxOccurs="unbounded">${other}${typed('XPath', 'xs:string')}</xs:choice>${algorithm}`, ' mixed="true"')}
${own('DigestMethod', sequence(`<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>`) + algorithm, ' mixed="true"')}
${own('KeyInfo', `<xs:choice maxOccurs="unbounded">${['KeyName', 'KeyValue', 'RetrievalMethod', 'X509Data', 'PGPData', 'SPKIData', 'MgmtData'].map((name) => part(name)).join('')}${other}</xs:choice>${id}`, ' mixed="true"')}
${typed('KeyName', 'xs:string')}${typed('MgmtData', 'xs:string')}
${own('KeyValue', `<xs:choice>${part('DSAKeyValue')}${part('RSAKeyValue')}${other}</xs:choice>`, ' mixed="true"')}
${own('RetrievalMethod', sequence(part('Transforms', optional)) + attribute('URI', 'anyURI') + attribute('Type', 'anyURI'))}
${own('X509Data', `<xs:sequence maxOccurs="unbounded"><xs:choice>${typed('X509IssuerSerial', 'ds:X509IssuerSerialType')}${typed('X509SKI', `xs:${base64}`)}${typed('X509SubjectName', 'xs:string')}${typed('X509Certificate', `xs:${base64}`)}${typed('X509CRL', `xs:${base64}`)}${other}</xs:choice></xs:sequence>`)}
${complex('X509IssuerSerialType', sequence(typed('X509IssuerName', 'xs:string'), typed('X509SerialNumber', 'xs:integer')))}
${own('PGPData', `<xs:choice>${sequence(typed('PGPKeyID', `xs:${base64}`), typed('PGPKeyPacket', `xs:${base64}`, optional), `<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>`)}${sequence(typed('PGPKeyPacket', `xs:${base64}`), `<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>`)}</xs:choice>`)}
${own('SPKIData', `<xs:sequence maxOccurs="unbounded">${typed('SPKISexp', `xs:${base64}`)}<xs:any namespace="##other" processContents="lax" minOccurs="0"/></xs:sequence>`)}
${own('Object', `<xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:any namespace="##any" processContents="lax"/></xs:sequence>${id}${attribute('MimeType', 'string')}${attribute('Encoding', 'anyURI')}`, ' mixed="true"')}
${own('Manifest', sequence(part('Reference', many)) + id)}
${own('SignatureProperties', sequence(part('SignatureProperty', many)) + id)}
${own('SignatureProperty', `<xs:choice maxOccurs="unbounded">${other}</xs:choice>${attribute('Target', 'anyURI', required)}${id}`, ' mixed="true"')}
${own('DSAKeyValue', sequence(`<xs:sequence minOccurs="0">${crypto('P', 'Q').join('')}</xs:sequence>`, typed('G', 'ds:CryptoBinary', optional), ...crypto('Y'), typed('J', 'ds:CryptoBinary', optional), `<xs:sequence minOccurs="0">${crypto('Seed', 'PgenCounter').join('')}</xs:sequence>`))}
${own('RSAKeyValue', sequence(...crypto('Modulus', 'Exponent')))}
</xs:schema>`;

const encrypted = (name: string, type: string): string => typed(name, `xenc:${type}`);
const encryptionRef = (name: string, more = ''): string =>
  `<xs:element ref="xenc:${name}"${more}/>`;
const extended = (content: string): string =>
  `<xs:complexContent><xs:extension base="xenc:EncryptedType">${content}</xs:extension></xs:complexContent>`;

/** XML Encryption (W3C, 2002; section 3). */
export const xmlEncryptionSchema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" targetNamespace="http://www.w3.org/2001/04/xmlenc#" elementFormDefault="qualified">
<xs:import namespace="http://www.w3.org/2000/09/xmldsig#"/>
${complex('EncryptedType', sequence(typed('EncryptionMethod', 'xenc:EncryptionMethodType', optional), part('KeyInfo', optional), encryptionRef('CipherData'), encryptionRef('EncryptionProperties', optional)) + id + attribute('Type', 'anyURI') + attribute('MimeType', 'string') + attribute('Encoding', 'anyURI'), ' abstract="true"')}
${complex('EncryptionMethodType', sequence(typed('KeySize', 'xenc:KeySizeType', optional), typed('OAEPparams', `xs:${base64}`, optional), `<xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>`) + algorithm, ' mixed="true"')}
<xs:simpleType name="KeySizeType"><xs:restriction base="xs:integer"/></xs:simpleType>
${encrypted('CipherData', 'CipherDataType')}${complex('CipherDataType', `<xs:choice>${typed('CipherValue', `xs:${base64}`)}${encryptionRef('CipherReference')}</xs:choice>`)}
${encrypted('CipherReference', 'CipherReferenceType')}${complex('CipherReferenceType', `<xs:choice>${typed('Transforms', 'xenc:TransformsType', optional)}</xs:choice>${attribute('URI', 'anyURI', required)}`)}
${complex('TransformsType', sequence(part('Transform', many)))}
${encrypted('EncryptedData', 'EncryptedDataType')}${complex('EncryptedDataType', extended(''))}
${encrypted('EncryptedKey', 'EncryptedKeyType')}${complex('EncryptedKeyType', extended(sequence(encryptionRef('ReferenceList', optional), typed('CarriedKeyName', 'xs:string', optional)) + attribute('Recipient', 'string')))}
${encrypted('AgreementMethod', 'AgreementMethodType')}${complex('AgreementMethodType', sequence(typed('KA-Nonce', `xs:${base64}`, optional), `<xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>`, typed('OriginatorKeyInfo', 'ds:KeyInfoType', optional), typed('RecipientKeyInfo', 'ds:KeyInfoType', optional)) + algorithm, ' mixed="true"')}
<xs:element name="ReferenceList"><xs:complexType><xs:choice maxOccurs="unbounded">${encrypted('DataReference', 'ReferenceType')}${encrypted('KeyReference', 'ReferenceType')}</xs:choice></xs:complexType></xs:element>
${complex('ReferenceType', sequence(`<xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded"/>`) + attribute('URI', 'anyURI', required))}
${encrypted('EncryptionProperties', 'EncryptionPropertiesType')}${complex('EncryptionPropertiesType', sequence(encryptionRef('EncryptionProperty', many)) + id)}
${encrypted('EncryptionProperty', 'EncryptionPropertyType')}${complex('EncryptionPropertyType', `<xs:choice maxOccurs="unbounded">${other}</xs:choice>${attribute('Target', 'anyURI')}${id}<xs:anyAttribute namespace="http://www.w3.org/XML/1998/namespace"/>`, ' mixed="true"')}
</xs:schema>`;
