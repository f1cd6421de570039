import { anyAttribute, anyOf, message, plainFault, schemaOf } from './wsrf.ts';

const content = '<xs:element ref="tns:Content" minOccurs="0"/>';

/** An entry of a group, which notifications tell, too. */
const entry = `<xs:element name="ServiceGroupEntryEPR" type="wsa:EndpointReferenceType"
        nillable="true"/>
      <xs:element name="MemberServiceEPR" type="wsa:EndpointReferenceType" minOccurs="0"/>
      ${content}`;

/** Groups of services (OASIS WS-ServiceGroup 1.2). */
export const serviceGroupSchema: string = schemaOf(
  'http://docs.oasis-open.org/wsrf/sg-2',
  `<xs:simpleType name="AbsoluteOrRelativeTimeType">
    <xs:union memberTypes="xs:dateTime xs:duration"/>
  </xs:simpleType>
  <xs:simpleType name="ContentElementsType"><xs:list itemType="xs:QName"/></xs:simpleType>
  <xs:simpleType name="MemberInterfacesType"><xs:list itemType="xs:QName"/></xs:simpleType>
  <xs:element name="MembershipContentRule">
    <xs:complexType>
      <xs:attribute name="MemberInterfaces" type="tns:MemberInterfacesType"/>
      <xs:attribute name="ContentElements" type="tns:ContentElementsType" use="required"/>
      ${anyAttribute}
    </xs:complexType>
  </xs:element>
  <xs:complexType name="RPDocType">
    <xs:sequence><xs:any namespace="##any" processContents="lax"/></xs:sequence>
    ${anyAttribute}
  </xs:complexType>
  <xs:complexType name="ContentType">
    <xs:sequence>
      <xs:element name="RPDoc" type="tns:RPDocType" minOccurs="0"/>
      ${anyOf('##any')}
    </xs:sequence>
    ${anyAttribute}
  </xs:complexType>
  <xs:complexType name="EntryType">
    <xs:sequence>
      ${entry}
    </xs:sequence>
    ${anyAttribute}
  </xs:complexType>
  <xs:element name="Entry" type="tns:EntryType"/>
  <xs:element name="Content" type="tns:ContentType"/>
  <xs:element name="MemberEPR" type="wsa:EndpointReferenceType"/>
  <xs:element name="ServiceGroupEPR" type="wsa:EndpointReferenceType"/>
  ${message(
    'ServiceGroupRP',
    `<xs:element ref="tns:MembershipContentRule" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element ref="tns:Entry" minOccurs="0" maxOccurs="unbounded"/>`,
  )}
  ${message(
    'ServiceGroupEntryRP',
    `<xs:element ref="tns:ServiceGroupEPR"/>
    <xs:element ref="tns:MemberEPR" minOccurs="0"/>${content}`,
  )}
  ${message(
    'Add',
    `<xs:element name="MemberEPR" type="wsa:EndpointReferenceType"/>
    <xs:element ref="tns:Content"/>
    <xs:element name="InitialTerminationTime" type="tns:AbsoluteOrRelativeTimeType"
      minOccurs="0"/>`,
  )}
  ${message(
    'AddResponse',
    `<xs:element name="ServiceGroupEntryReference" type="wsa:EndpointReferenceType"/>
    <xs:element name="TerminationTime" type="xs:dateTime" nillable="true"/>
    <xs:element name="CurrentTime" type="xs:dateTime"/>`,
  )}
  ${plainFault('ContentCreationFailedFault')}
  ${plainFault('UnsupportedMemberInterfaceFault')}
  ${plainFault('AddRefusedFault')}
  <xs:complexType name="ServiceGroupModificationNotificationType">
    <xs:sequence>
      ${entry}
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="ServiceGroupRemovalNotificationType">
    <xs:complexContent>
      <xs:extension base="tns:ServiceGroupModificationNotificationType">
        <xs:sequence><xs:element name="Reason" type="xs:string" minOccurs="0"/></xs:sequence>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:element name="EntryAdditionNotification"
    type="tns:ServiceGroupModificationNotificationType"/>
  <xs:element name="EntryRemovalNotification" type="tns:ServiceGroupRemovalNotificationType"/>`,
);
