import { anyOf, baseFault, message, plainFault, schemaOf } from './wsrf.ts';

const failure = `<xs:element name="ResourcePropertyChangeFailure"
      type="tns:ResourcePropertyChangeFailureType"/>`;
const anyContent = `<xs:complexType><xs:sequence>
      <xs:any maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence></xs:complexType>`;

/** Properties of resources (OASIS WS-ResourceProperties 1.2). */
export const resourcePropertiesSchema: string = schemaOf(
  'http://docs.oasis-open.org/wsrf/rp-2',
  `<xs:attribute name="ResourceProperties" type="xs:QName"/>
  <xs:element name="QueryExpressionDialect" type="xs:anyURI"/>
  ${message(
    'QueryExpressionRPDocument',
    '<xs:element ref="tns:QueryExpressionDialect" minOccurs="0" maxOccurs="unbounded"/>',
  )}
  ${plainFault('InvalidResourcePropertyQNameFault')}
  ${message('GetResourcePropertyDocument')}
  ${message('GetResourcePropertyDocumentResponse', '<xs:any processContents="lax"/>')}
  <xs:element name="GetResourceProperty" type="xs:QName"/>
  ${message('GetResourcePropertyResponse', anyOf('##any'))}
  ${message(
    'GetMultipleResourceProperties',
    '<xs:element name="ResourceProperty" type="xs:QName" maxOccurs="unbounded"/>',
  )}
  ${message('GetMultipleResourcePropertiesResponse', anyOf('##any'))}
  <xs:complexType name="QueryExpressionType" mixed="true">
    <xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence>
    <xs:attribute name="Dialect" type="xs:anyURI"/>
  </xs:complexType>
  <xs:element name="QueryExpression" type="tns:QueryExpressionType"/>
  ${message('QueryResourceProperties', '<xs:element ref="tns:QueryExpression"/>')}
  <xs:element name="QueryResourcePropertiesResponse">
    <xs:complexType mixed="true">
      <xs:sequence><xs:any maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    </xs:complexType>
  </xs:element>
  ${plainFault('UnknownQueryExpressionDialectFault')}
  ${plainFault('InvalidQueryExpressionFault')}
  ${plainFault('QueryEvaluationErrorFault')}
  ${message('PutResourcePropertyDocument', '<xs:any processContents="lax"/>')}
  ${message('PutResourcePropertyDocumentResponse', '<xs:any minOccurs="0" processContents="lax"/>')}
  ${baseFault('UnableToPutResourcePropertyDocumentFault', failure)}
  ${changes()}
  ${notification()}`,
);

function changes(): string {
  const holder = (name: string): string =>
    `<xs:complexType name="${name}">
      <xs:sequence><xs:any maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    </xs:complexType>`;
  return `${holder('InsertType')}
  ${holder('UpdateType')}
  <xs:complexType name="DeleteType">
    <xs:attribute name="ResourceProperty" type="xs:QName" use="required"/>
  </xs:complexType>
  <xs:element name="Insert" type="tns:InsertType"/>
  <xs:element name="Update" type="tns:UpdateType"/>
  <xs:element name="Delete" type="tns:DeleteType"/>
  <xs:element name="SetResourceProperties">
    <xs:complexType>
      <xs:choice maxOccurs="unbounded">
        <xs:element ref="tns:Insert"/>
        <xs:element ref="tns:Update"/>
        <xs:element ref="tns:Delete"/>
      </xs:choice>
    </xs:complexType>
  </xs:element>
  ${message('SetResourcePropertiesResponse')}
  ${['Insert', 'Update', 'Delete']
    .map(
      (verb) => `${message(`${verb}ResourceProperties`, `<xs:element ref="tns:${verb}"/>`)}
  ${message(`${verb}ResourcePropertiesResponse`)}
  ${baseFault(`${verb}ResourcePropertiesRequestFailedFault`, failure)}`,
    )
    .join('\n  ')}
  <xs:complexType name="ResourcePropertyChangeFailureType">
    <xs:sequence>
      <xs:element name="CurrentValue" minOccurs="0">${anyContent}</xs:element>
      <xs:element name="RequestedValue" minOccurs="0">${anyContent}</xs:element>
    </xs:sequence>
    <xs:attribute name="Restored" type="xs:boolean"/>
  </xs:complexType>
  ${baseFault('InvalidModificationFault', failure)}
  ${baseFault('UnableToModifyResourcePropertyFault', failure)}
  ${baseFault('SetResourcePropertyRequestFailedFault', failure)}`;
}

function notification(): string {
  return `<xs:complexType name="ResourcePropertyValueChangeNotificationType">
    <xs:sequence>
      <xs:element name="OldValues" nillable="true" minOccurs="0">${anyContent}</xs:element>
      <xs:element name="NewValues" nillable="true">${anyContent}</xs:element>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="ResourcePropertyValueChangeNotification"
    type="tns:ResourcePropertyValueChangeNotificationType"/>`;
}
