/** A fault without content of its own, with its type. */
export function plainFault(name: string): string {
  return baseFault(name, '');
}

/** A fault that adds elements to those of every base fault, with its type. */
export function baseFault(name: string, content: string): string {
  const sequence = content === '' ? '' : `<xs:sequence>${content}</xs:sequence>`;
  return `<xs:complexType name="${name}Type">
    <xs:complexContent>
      <xs:extension base="wsrf-bf:BaseFaultType">${sequence}</xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:element name="${name}" type="tns:${name}Type"/>`;
}

/** An element with a type of its own, which holds a sequence. */
export function message(name: string, content = ''): string {
  const sequence = content === '' ? '' : `<xs:sequence>${content}</xs:sequence>`;
  return `<xs:element name="${name}"><xs:complexType>${sequence}</xs:complexType></xs:element>`;
}

/** Any elements of a namespace, as often as they come. */
export function anyOf(namespace: '##any' | '##other'): string {
  return (
    `<xs:any namespace="${namespace}" minOccurs="0" maxOccurs="unbounded" ` +
    'processContents="lax"/>'
  );
}

/** Attributes of other namespaces. */
export const anyAttribute = '<xs:anyAttribute namespace="##other" processContents="lax"/>';

/** A schema that imports the base faults and addresses. */
export function schemaOf(namespace: string, content: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${namespace}"
  xmlns:wsa="http://www.w3.org/2005/08/addressing"
  xmlns:wsrf-bf="http://docs.oasis-open.org/wsrf/bf-2"
  xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:wstop="http://docs.oasis-open.org/wsn/t-1"
  targetNamespace="${namespace}" elementFormDefault="qualified">
  <xs:import namespace="http://www.w3.org/2005/08/addressing"/>
  <xs:import namespace="http://docs.oasis-open.org/wsrf/bf-2"/>
  ${content}
</xs:schema>`;
}

/** Base faults (OASIS WS-BaseFaults 1.2, section 2). */
export const baseFaultsSchema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:tns="http://docs.oasis-open.org/wsrf/bf-2" xmlns:wsa="http://www.w3.org/2005/08/addressing"
  targetNamespace="http://docs.oasis-open.org/wsrf/bf-2" elementFormDefault="qualified">
  <xs:import namespace="http://www.w3.org/2005/08/addressing"/>
  <xs:import namespace="http://www.w3.org/XML/1998/namespace"/>
  <xs:complexType name="BaseFaultType">
    <xs:sequence>
      ${anyOf('##other')}
      <xs:element name="Timestamp" type="xs:dateTime"/>
      <xs:element name="OriginatorReference" type="wsa:EndpointReferenceType" minOccurs="0"/>
      <xs:element name="ErrorCode" minOccurs="0">
        <xs:complexType>
          <xs:complexContent mixed="true">
            <xs:extension base="xs:anyType">
              <xs:attribute name="dialect" type="xs:anyURI" use="required"/>
            </xs:extension>
          </xs:complexContent>
        </xs:complexType>
      </xs:element>
      <xs:element name="Description" minOccurs="0" maxOccurs="unbounded">
        <xs:complexType>
          <xs:simpleContent>
            <xs:extension base="xs:string"><xs:attribute ref="xml:lang"/></xs:extension>
          </xs:simpleContent>
        </xs:complexType>
      </xs:element>
      <xs:element name="FaultCause" minOccurs="0">
        <xs:complexType>
          <xs:sequence><xs:any namespace="##other" processContents="lax"/></xs:sequence>
        </xs:complexType>
      </xs:element>
    </xs:sequence>
    ${anyAttribute}
  </xs:complexType>
  <xs:element name="BaseFault" type="tns:BaseFaultType"/>
</xs:schema>`;

/** Faults of resources (OASIS WS-Resource 1.2, section 4). */
export const resourceSchema: string = schemaOf(
  'http://docs.oasis-open.org/wsrf/r-2',
  `${plainFault('ResourceUnknownFault')}
  ${plainFault('ResourceUnavailableFault')}`,
);

/** A date and time that may have attributes of other namespaces. */
const dateTimeType = `<xs:complexType>
    <xs:simpleContent>
      <xs:extension base="xs:dateTime">${anyAttribute}</xs:extension>
    </xs:simpleContent>
  </xs:complexType>`;

/** Lifetime of resources (OASIS WS-ResourceLifetime 1.2). */
export const resourceLifetimeSchema: string = schemaOf(
  'http://docs.oasis-open.org/wsrf/rl-2',
  `<xs:element name="CurrentTime">${dateTimeType}</xs:element>
  <xs:element name="TerminationTime" nillable="true">${dateTimeType}</xs:element>
  ${message(
    'ScheduledResourceTerminationRP',
    '<xs:element ref="tns:CurrentTime"/><xs:element ref="tns:TerminationTime"/>',
  )}
  ${message('Destroy')}
  ${message('DestroyResponse')}
  ${plainFault('ResourceNotDestroyedFault')}
  <xs:element name="SetTerminationTime">
    <xs:complexType>
      <xs:choice>
        <xs:element name="RequestedTerminationTime" type="xs:dateTime" nillable="true"/>
        <xs:element name="RequestedLifetimeDuration" type="xs:duration"/>
      </xs:choice>
    </xs:complexType>
  </xs:element>
  ${message(
    'SetTerminationTimeResponse',
    `<xs:element name="NewTerminationTime" type="xs:dateTime" nillable="true"/>
    <xs:element name="CurrentTime" type="xs:dateTime"/>`,
  )}
  ${plainFault('UnableToSetTerminationTimeFault')}
  ${plainFault('TerminationTimeChangeRejectedFault')}
  ${message(
    'TerminationNotification',
    `<xs:element name="TerminationTime" type="xs:dateTime" nillable="true"/>
    <xs:element name="TerminationReason" type="xs:anyType" minOccurs="0"/>`,
  )}`,
);
