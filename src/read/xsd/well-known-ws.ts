const metadata = `<xs:sequence>
      <xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>`;

/** WS-Addressing 1.0 (W3C, August 2005). */
export const wsAddressingSchema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:tns="http://www.w3.org/2005/08/addressing"
  targetNamespace="http://www.w3.org/2005/08/addressing" elementFormDefault="qualified"
  blockDefault="#all">
  <xs:element name="EndpointReference" type="tns:EndpointReferenceType"/>
  <xs:complexType name="EndpointReferenceType">
    <xs:sequence>
      <xs:element name="Address" type="tns:AttributedURIType"/>
      <xs:element ref="tns:ReferenceParameters" minOccurs="0"/>
      <xs:element ref="tns:Metadata" minOccurs="0"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="ReferenceParameters" type="tns:ReferenceParametersType"/>
  <xs:complexType name="ReferenceParametersType">
    ${metadata}
  </xs:complexType>
  <xs:element name="Metadata" type="tns:MetadataType"/>
  <xs:complexType name="MetadataType">
    ${metadata}
  </xs:complexType>
  <xs:element name="MessageID" type="tns:AttributedURIType"/>
  <xs:element name="RelatesTo" type="tns:RelatesToType"/>
  <xs:complexType name="RelatesToType">
    <xs:simpleContent>
      <xs:extension base="xs:anyURI">
        <xs:attribute name="RelationshipType" type="tns:RelationshipTypeOpenEnum"
          default="http://www.w3.org/2005/08/addressing/reply"/>
        <xs:anyAttribute namespace="##other" processContents="lax"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:simpleType name="RelationshipTypeOpenEnum">
    <xs:union memberTypes="tns:RelationshipType xs:anyURI"/>
  </xs:simpleType>
  <xs:simpleType name="RelationshipType">
    <xs:restriction base="xs:anyURI">
      <xs:enumeration value="http://www.w3.org/2005/08/addressing/reply"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:element name="ReplyTo" type="tns:EndpointReferenceType"/>
  <xs:element name="From" type="tns:EndpointReferenceType"/>
  <xs:element name="FaultTo" type="tns:EndpointReferenceType"/>
  <xs:element name="To" type="tns:AttributedURIType"/>
  <xs:element name="Action" type="tns:AttributedURIType"/>
  <xs:complexType name="AttributedURIType">
    <xs:simpleContent>
      <xs:extension base="xs:anyURI">
        <xs:anyAttribute namespace="##other" processContents="lax"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="AttributedAnyType">
    <xs:sequence><xs:any namespace="##any" processContents="lax"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:attribute name="IsReferenceParameter" type="xs:boolean"/>
  <xs:simpleType name="FaultCodesOpenEnumType">
    <xs:union memberTypes="tns:FaultCodesType xs:QName"/>
  </xs:simpleType>
  <xs:simpleType name="FaultCodesType">
    <xs:restriction base="xs:QName"/>
  </xs:simpleType>
  <xs:element name="RetryAfter" type="tns:AttributedUnsignedLongType"/>
  <xs:complexType name="AttributedUnsignedLongType">
    <xs:simpleContent>
      <xs:extension base="xs:unsignedLong">
        <xs:anyAttribute namespace="##other" processContents="lax"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:element name="ProblemHeaderQName" type="tns:AttributedQNameType"/>
  <xs:complexType name="AttributedQNameType">
    <xs:simpleContent>
      <xs:extension base="xs:QName">
        <xs:anyAttribute namespace="##other" processContents="lax"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:element name="ProblemIRI" type="tns:AttributedURIType"/>
  <xs:element name="ProblemAction" type="tns:ProblemActionType"/>
  <xs:complexType name="ProblemActionType">
    <xs:sequence>
      <xs:element ref="tns:Action" minOccurs="0"/>
      <xs:element name="SoapAction" type="xs:anyURI" minOccurs="0"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
</xs:schema>`;

const otherAttributes = '<xs:anyAttribute namespace="##other" processContents="lax"/>';

function attributed(name: string, base: string, attribute = ''): string {
  return `<xs:complexType name="${name}">
    <xs:simpleContent>
      <xs:extension base="${base}">${attribute}${otherAttributes}</xs:extension>
    </xs:simpleContent>
  </xs:complexType>`;
}

function references(name: string): string {
  return `<xs:complexType name="${name}">
    <xs:sequence>
      <xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
  </xs:complexType>`;
}

const codes = [
  'InvalidMessageInformationHeader',
  'MessageInformationHeaderRequired',
  'DestinationUnreachable',
  'ActionNotSupported',
  'EndpointUnavailable',
];

/** WS-Addressing as submitted to the W3C (August 2004). */
export const wsAddressing2004Schema: string = `<xs:schema
  xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing"
  targetNamespace="http://schemas.xmlsoap.org/ws/2004/08/addressing"
  elementFormDefault="qualified" blockDefault="#all">
  <xs:element name="EndpointReference" type="wsa:EndpointReferenceType"/>
  <xs:complexType name="EndpointReferenceType">
    <xs:sequence>
      <xs:element name="Address" type="wsa:AttributedURI"/>
      <xs:element name="ReferenceProperties" type="wsa:ReferencePropertiesType" minOccurs="0"/>
      <xs:element name="ReferenceParameters" type="wsa:ReferenceParametersType" minOccurs="0"/>
      <xs:element name="PortType" type="wsa:AttributedQName" minOccurs="0"/>
      <xs:element name="ServiceName" type="wsa:ServiceNameType" minOccurs="0"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    ${otherAttributes}
  </xs:complexType>
  ${references('ReferencePropertiesType')}
  ${references('ReferenceParametersType')}
  ${attributed('ServiceNameType', 'xs:QName', '<xs:attribute name="PortName" type="xs:NCName"/>')}
  <xs:element name="MessageID" type="wsa:AttributedURI"/>
  <xs:element name="RelatesTo" type="wsa:Relationship"/>
  <xs:element name="To" type="wsa:AttributedURI"/>
  <xs:element name="Action" type="wsa:AttributedURI"/>
  <xs:element name="From" type="wsa:EndpointReferenceType"/>
  <xs:element name="ReplyTo" type="wsa:EndpointReferenceType"/>
  <xs:element name="FaultTo" type="wsa:EndpointReferenceType"/>
  ${attributed(
    'Relationship',
    'xs:anyURI',
    '<xs:attribute name="RelationshipType" type="xs:QName"/>',
  )}
  <xs:simpleType name="RelationshipTypeValues">
    <xs:restriction base="xs:QName"><xs:enumeration value="wsa:Reply"/></xs:restriction>
  </xs:simpleType>
  <xs:element name="ReplyAfter" type="wsa:ReplyAfterType"/>
  ${attributed('ReplyAfterType', 'xs:nonNegativeInteger')}
  <xs:element name="RetryAfter" type="wsa:RetryAfterType"/>
  ${attributed('RetryAfterType', 'xs:nonNegativeInteger')}
  <xs:simpleType name="FaultSubcodeValues">
    <xs:restriction base="xs:QName">
      ${codes.map((code) => `<xs:enumeration value="wsa:${code}"/>`).join('\n      ')}
    </xs:restriction>
  </xs:simpleType>
  <xs:attribute name="Action" type="xs:anyURI"/>
  ${attributed('AttributedQName', 'xs:QName')}
  ${attributed('AttributedURI', 'xs:anyURI')}
</xs:schema>`;

/** A fault without content of its own, with its type. */
function plainFault(name: string): string {
  return baseFault(name, '');
}

/** A fault that adds elements to those of every base fault, with its type. */
function baseFault(name: string, content: string): string {
  const sequence = content === '' ? '' : `<xs:sequence>${content}</xs:sequence>`;
  return `<xs:complexType name="${name}Type">
    <xs:complexContent>
      <xs:extension base="wsrf-bf:BaseFaultType">${sequence}</xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:element name="${name}" type="tns:${name}Type"/>`;
}

/** An element with a type of its own, which holds a sequence. */
function message(name: string, content = ''): string {
  const sequence = content === '' ? '' : `<xs:sequence>${content}</xs:sequence>`;
  return `<xs:element name="${name}"><xs:complexType>${sequence}</xs:complexType></xs:element>`;
}

/** Any elements of a namespace, as often as they come. */
function anyOf(namespace: '##any' | '##other'): string {
  return (
    `<xs:any namespace="${namespace}" minOccurs="0" maxOccurs="unbounded" ` +
    'processContents="lax"/>'
  );
}

/** Attributes of other namespaces. */
const anyAttribute = '<xs:anyAttribute namespace="##other" processContents="lax"/>';

/** A schema that imports the base faults and addresses. */
function schemaOf(namespace: string, content: string): string {
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

const address = 'type="wsa:EndpointReferenceType"';
const topicsImport = '<xs:import namespace="http://docs.oasis-open.org/wsn/t-1"/>';
const otherElements = anyOf('##other');
const times = `<xs:element name="MinimumTime" type="xs:dateTime"/>
    <xs:element name="MaximumTime" type="xs:dateTime" minOccurs="0"/>`;
const producer = `<xs:element ref="wsnt:TopicExpression" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element ref="wsnt:FixedTopicSet" minOccurs="0"/>
    <xs:element ref="wsnt:TopicExpressionDialect" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element ref="wstop:TopicSet" minOccurs="0"/>`;

/** Messages that may hold any elements and attributes besides their own. */
function open(name: string, content = ''): string {
  return `<xs:element name="${name}">
    <xs:complexType>
      <xs:sequence>${content}${otherElements}</xs:sequence>
      <xs:anyAttribute processContents="lax"/>
    </xs:complexType>
  </xs:element>`;
}

/** Notifications and subscriptions (OASIS WS-BaseNotification 1.3). */
export const baseNotificationSchema: string = schemaOf(
  'http://docs.oasis-open.org/wsn/b-2',
  `${topicsImport}
  ${helpers()}
  ${message('NotificationProducerRP', producer)}
  ${subscriptions()}
  ${pullPoints()}
  ${management()}`,
);

function helpers(): string {
  return `<xs:complexType name="QueryExpressionType" mixed="true">
    <xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence>
    <xs:attribute name="Dialect" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:complexType name="TopicExpressionType" mixed="true">
    <xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence>
    <xs:attribute name="Dialect" type="xs:anyURI" use="required"/>
    <xs:anyAttribute/>
  </xs:complexType>
  <xs:complexType name="FilterType">
    <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="SubscriptionPolicyType">
    <xs:sequence>${anyOf('##any')}</xs:sequence>
  </xs:complexType>
  <xs:simpleType name="AbsoluteOrRelativeTimeType">
    <xs:union memberTypes="xs:dateTime xs:duration"/>
  </xs:simpleType>
  <xs:element name="TopicExpression" type="tns:TopicExpressionType"/>
  <xs:element name="FixedTopicSet" type="xs:boolean" default="true"/>
  <xs:element name="TopicExpressionDialect" type="xs:anyURI"/>
  <xs:element name="ConsumerReference" ${address}/>
  <xs:element name="Filter" type="tns:FilterType"/>
  <xs:element name="SubscriptionPolicy" type="tns:SubscriptionPolicyType"/>
  <xs:element name="CreationTime" type="xs:dateTime"/>
  <xs:element name="SubscriptionReference" ${address}/>
  <xs:element name="Topic" type="tns:TopicExpressionType"/>
  <xs:element name="ProducerReference" ${address}/>
  <xs:element name="CurrentTime" type="xs:dateTime"/>
  <xs:element name="TerminationTime" nillable="true" type="xs:dateTime"/>
  <xs:element name="ProducerProperties" type="tns:QueryExpressionType"/>
  <xs:element name="MessageContent" type="tns:QueryExpressionType"/>
  ${message('UseRaw')}`;
}

function subscriptions(): string {
  return `${message(
    'SubscriptionManagerRP',
    `<xs:element ref="tns:ConsumerReference"/>
    <xs:element ref="tns:Filter" minOccurs="0"/>
    <xs:element ref="tns:SubscriptionPolicy" minOccurs="0"/>
    <xs:element ref="tns:CreationTime" minOccurs="0"/>`,
  )}
  <xs:complexType name="NotificationMessageHolderType">
    <xs:sequence>
      <xs:element ref="tns:SubscriptionReference" minOccurs="0"/>
      <xs:element ref="tns:Topic" minOccurs="0"/>
      <xs:element ref="tns:ProducerReference" minOccurs="0"/>
      ${message('Message', '<xs:any namespace="##any" processContents="lax"/>')}
    </xs:sequence>
  </xs:complexType>
  <xs:element name="NotificationMessage" type="tns:NotificationMessageHolderType"/>
  ${message(
    'Notify',
    `<xs:element ref="tns:NotificationMessage" maxOccurs="unbounded"/>${otherElements}`,
  )}
  ${message(
    'Subscribe',
    `<xs:element name="ConsumerReference" ${address}/>
    <xs:element name="Filter" type="tns:FilterType" minOccurs="0"/>
    <xs:element name="InitialTerminationTime" type="tns:AbsoluteOrRelativeTimeType"
      nillable="true" minOccurs="0"/>
    <xs:element name="SubscriptionPolicy" minOccurs="0">
      <xs:complexType><xs:sequence>${anyOf('##any')}</xs:sequence></xs:complexType>
    </xs:element>${otherElements}`,
  )}
  ${message(
    'SubscribeResponse',
    `<xs:element name="SubscriptionReference" ${address}/>
    <xs:element ref="tns:CurrentTime" minOccurs="0"/>
    <xs:element ref="tns:TerminationTime" minOccurs="0"/>${otherElements}`,
  )}
  ${message(
    'GetCurrentMessage',
    `<xs:element name="Topic" type="tns:TopicExpressionType"/>${otherElements}`,
  )}
  ${message('GetCurrentMessageResponse', otherElements)}
  ${plainFault('SubscribeCreationFailedFault')}
  ${baseFault('InvalidFilterFault', faultNames('UnknownFilter', ''))}
  ${plainFault('TopicExpressionDialectUnknownFault')}
  ${plainFault('InvalidTopicExpressionFault')}
  ${plainFault('TopicNotSupportedFault')}
  ${plainFault('MultipleTopicsSpecifiedFault')}
  ${plainFault('InvalidProducerPropertiesExpressionFault')}
  ${plainFault('InvalidMessageContentExpressionFault')}
  ${baseFault('UnrecognizedPolicyRequestFault', faultNames('UnrecognizedPolicy', 'minOccurs="0"'))}
  ${baseFault('UnsupportedPolicyRequestFault', faultNames('UnsupportedPolicy', 'minOccurs="0"'))}
  ${plainFault('NotifyMessageNotSupportedFault')}
  ${baseFault('UnacceptableInitialTerminationTimeFault', times)}
  ${plainFault('NoCurrentMessageOnTopicFault')}`;
}

function faultNames(name: string, occurs: string): string {
  return `<xs:element name="${name}" type="xs:QName" ${occurs} maxOccurs="unbounded"/>`;
}

function pullPoints(): string {
  return `${open(
    'GetMessages',
    '<xs:element name="MaximumNumber" type="xs:nonNegativeInteger" minOccurs="0"/>',
  )}
  ${open(
    'GetMessagesResponse',
    '<xs:element ref="tns:NotificationMessage" minOccurs="0" maxOccurs="unbounded"/>',
  )}
  ${open('DestroyPullPoint')}
  ${open('DestroyPullPointResponse')}
  ${open('CreatePullPoint')}
  ${open('CreatePullPointResponse', `<xs:element name="PullPoint" ${address}/>`)}
  ${plainFault('UnableToGetMessagesFault')}
  ${plainFault('UnableToDestroyPullPointFault')}
  ${plainFault('UnableToCreatePullPointFault')}`;
}

function management(): string {
  return `${message(
    'Renew',
    `<xs:element name="TerminationTime" type="tns:AbsoluteOrRelativeTimeType"
      nillable="true"/>${otherElements}`,
  )}
  ${message(
    'RenewResponse',
    `<xs:element ref="tns:TerminationTime"/>
    <xs:element ref="tns:CurrentTime" minOccurs="0"/>${otherElements}`,
  )}
  ${['Unsubscribe', 'PauseSubscription', 'ResumeSubscription']
    .map((name) => `${message(name, otherElements)}${message(`${name}Response`, otherElements)}`)
    .join('\n  ')}
  ${baseFault('UnacceptableTerminationTimeFault', times)}
  ${plainFault('UnableToDestroySubscriptionFault')}
  ${plainFault('PauseFailedFault')}
  ${plainFault('ResumeFailedFault')}`;
}

/** Brokers of notifications (OASIS WS-BrokeredNotification 1.3). */
export const brokeredNotificationSchema: string = schemaOf(
  'http://docs.oasis-open.org/wsn/br-2',
  `${topicsImport}
  <xs:import namespace="http://docs.oasis-open.org/wsn/b-2"/>
  <xs:element name="RequiresRegistration" type="xs:boolean"/>
  ${message('NotificationBrokerRP', `${producer}<xs:element ref="tns:RequiresRegistration"/>`)}
  <xs:element name="PublisherReference" ${address}/>
  <xs:element name="ConsumerReference" ${address}/>
  <xs:element name="Topic" type="wsnt:TopicExpressionType"/>
  <xs:element name="Demand" type="xs:boolean"/>
  <xs:element name="CreationTime" type="xs:dateTime"/>
  ${message(
    'PublisherRegistrationRP',
    `<xs:element ref="tns:PublisherReference" minOccurs="0"/>
    <xs:element ref="tns:Topic" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element ref="tns:Demand"/>
    <xs:element ref="tns:CreationTime" minOccurs="0"/>`,
  )}
  ${message(
    'RegisterPublisher',
    `<xs:element name="PublisherReference" ${address} minOccurs="0"/>
    <xs:element name="Topic" type="wsnt:TopicExpressionType" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="Demand" type="xs:boolean" default="false" minOccurs="0"/>
    <xs:element name="InitialTerminationTime" type="xs:dateTime" minOccurs="0"/>${otherElements}`,
  )}
  ${message(
    'RegisterPublisherResponse',
    `<xs:element name="PublisherRegistrationReference" ${address}/>
    <xs:element name="ConsumerReference" ${address} minOccurs="0"/>`,
  )}
  ${plainFault('PublisherRegistrationRejectedFault')}
  ${plainFault('PublisherRegistrationFailedFault')}
  ${message('DestroyRegistration', otherElements)}
  ${message('DestroyRegistrationResponse', otherElements)}
  ${plainFault('ResourceNotDestroyedFault')}`,
);

const anyOther =
  '<xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>';
const name = '[\\i-[:]][\\c-[:]]*';
const step = `(${name}|\\*)`;
const full = `(${name}:)?(//)?${step}((/|//)(${name}|\\*|[.]))*`;

/** Topics of notifications (OASIS WS-Topics 1.3, appendix A). */
export const wsTopicsSchema: string = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:tns="http://docs.oasis-open.org/wsn/t-1"
  targetNamespace="http://docs.oasis-open.org/wsn/t-1"
  elementFormDefault="qualified">
  <xs:complexType name="Documentation" mixed="true">
    <xs:sequence>
      <xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:anyAttribute/>
  </xs:complexType>
  <xs:complexType name="ExtensibleDocumented" abstract="true">
    <xs:sequence>
      <xs:element name="documentation" type="tns:Documentation" minOccurs="0"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:complexType name="QueryExpressionType" mixed="true">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" processContents="lax"/></xs:sequence>
    <xs:attribute name="Dialect" type="xs:anyURI" use="required"/>
  </xs:complexType>
  <xs:complexType name="TopicNamespaceType">
    <xs:complexContent>
      <xs:extension base="tns:ExtensibleDocumented">
        <xs:sequence>
          <xs:element name="Topic" minOccurs="0" maxOccurs="unbounded">
            <xs:complexType>
              <xs:complexContent>
                <xs:extension base="tns:TopicType">
                  <xs:attribute name="parent" type="tns:ConcreteTopicExpression"/>
                </xs:extension>
              </xs:complexContent>
            </xs:complexType>
          </xs:element>
          ${anyOther}
        </xs:sequence>
        <xs:attribute name="name" type="xs:NCName"/>
        <xs:attribute name="targetNamespace" type="xs:anyURI" use="required"/>
        <xs:attribute name="final" type="xs:boolean" default="false"/>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:element name="TopicNamespace" type="tns:TopicNamespaceType"/>
  <xs:attribute name="topicNamespaceLocation" type="xs:anyURI"/>
  <xs:complexType name="TopicType">
    <xs:complexContent>
      <xs:extension base="tns:ExtensibleDocumented">
        <xs:sequence>
          <xs:element name="MessagePattern" type="tns:QueryExpressionType" minOccurs="0"/>
          <xs:element name="Topic" type="tns:TopicType" minOccurs="0" maxOccurs="unbounded"/>
          ${anyOther}
        </xs:sequence>
        <xs:attribute name="name" type="xs:NCName" use="required"/>
        <xs:attribute name="messageTypes">
          <xs:simpleType><xs:list itemType="xs:QName"/></xs:simpleType>
        </xs:attribute>
        <xs:attribute name="final" type="xs:boolean" default="false"/>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:complexType name="TopicSetType">
    <xs:complexContent>
      <xs:extension base="tns:ExtensibleDocumented">
        <xs:sequence>${anyOther}</xs:sequence>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:element name="TopicSet" type="tns:TopicSetType"/>
  <xs:attribute name="topic" type="xs:boolean" default="false"/>
  <xs:simpleType name="FullTopicExpression">
    <xs:restriction base="xs:token">
      <xs:pattern value="${full}(\\|${full})*"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="ConcreteTopicExpression">
    <xs:restriction base="xs:token">
      <xs:pattern value="(${name}:)?${name}(/${name})*"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="SimpleTopicExpression">
    <xs:restriction base="xs:QName"/>
  </xs:simpleType>
</xs:schema>`;

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
