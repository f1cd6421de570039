import { message, plainFault, schemaOf } from './wsrf.ts';

const content = '<xs:element ref="tns:Content" minOccurs="0"/>';

/** Groups of services (OASIS WS-ServiceGroup 1.2). */
export const serviceGroupSchema: string = schemaOf(
  'http://docs.oasis-open.org/wsrf/sg-2',
  `<xs:simpleType name="QNameListType"><xs:list itemType="xs:QName"/></xs:simpleType>
  <xs:element name="MembershipContentRule">
    <xs:complexType>
      <xs:attribute name="MemberInterfaces" type="tns:QNameListType"/>
      <xs:attribute name="ContentElements" type="tns:QNameListType" use="required"/>
    </xs:complexType>
  </xs:element>
  <xs:complexType name="RPDocType">
    <xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="ContentType">
    <xs:choice>
      <xs:element ref="tns:RPDoc" minOccurs="0"/>
      <xs:any namespace="##other" minOccurs="0" processContents="lax"/>
    </xs:choice>
  </xs:complexType>
  <xs:element name="RPDoc" type="tns:RPDocType"/>
  <xs:element name="Content" type="tns:ContentType"/>
  <xs:element name="MemberEPR" type="wsa:EndpointReferenceType" nillable="true"/>
  <xs:element name="ServiceGroupEPR" type="wsa:EndpointReferenceType"/>
  <xs:element name="ServiceGroupEntryEPR" type="wsa:EndpointReferenceType" nillable="true"/>
  <xs:complexType name="EntryType">
    <xs:sequence>
      <xs:element ref="tns:ServiceGroupEntryEPR"/>
      <xs:element ref="tns:MemberEPR"/>
      ${content}
    </xs:sequence>
  </xs:complexType>
  <xs:element name="Entry" type="tns:EntryType"/>
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
    `<xs:element ref="tns:MemberEPR"/>${content}
    <xs:element name="InitialTerminationTime" type="xs:dateTime" minOccurs="0"/>`,
  )}
  <xs:element name="AddResponse" type="wsa:EndpointReferenceType"/>
  ${plainFault('ContentCreationFailedFault')}
  ${plainFault('UnsupportedMemberInterfaceFault')}
  ${plainFault('AddRefusedFault')}
  <xs:complexType name="ServiceGroupModificationNotificationType">
    <xs:sequence>
      <xs:element ref="tns:ServiceGroupEntryEPR"/>
      <xs:element ref="tns:MemberEPR"/>
      ${content}
    </xs:sequence>
  </xs:complexType>
  <xs:element name="EntryAdditionNotification"
    type="tns:ServiceGroupModificationNotificationType"/>
  <xs:complexType name="ServiceGroupRemovalNotificationType">
    <xs:complexContent>
      <xs:extension base="tns:ServiceGroupModificationNotificationType">
        <xs:sequence>
          <xs:element name="Reason" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
        </xs:sequence>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:element name="EntryRemovalNotification" type="tns:ServiceGroupRemovalNotificationType"/>`,
);
