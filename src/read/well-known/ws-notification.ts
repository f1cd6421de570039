import { anyOf, baseFault, message, plainFault, schemaOf } from './wsrf.ts';

const address = 'type="wsa:EndpointReferenceType"';
const topicsImport = '<xs:import namespace="http://docs.oasis-open.org/wsn/t-1"/>';
const others = anyOf('##other');
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
      <xs:sequence>${content}${others}</xs:sequence>
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
  ${message('Notify', `<xs:element ref="tns:NotificationMessage" maxOccurs="unbounded"/>${others}`)}
  ${message(
    'Subscribe',
    `<xs:element name="ConsumerReference" ${address}/>
    <xs:element name="Filter" type="tns:FilterType" minOccurs="0"/>
    <xs:element name="InitialTerminationTime" type="tns:AbsoluteOrRelativeTimeType"
      nillable="true" minOccurs="0"/>
    <xs:element name="SubscriptionPolicy" minOccurs="0">
      <xs:complexType><xs:sequence>${anyOf('##any')}</xs:sequence></xs:complexType>
    </xs:element>${others}`,
  )}
  ${message(
    'SubscribeResponse',
    `<xs:element name="SubscriptionReference" ${address}/>
    <xs:element ref="tns:CurrentTime" minOccurs="0"/>
    <xs:element ref="tns:TerminationTime" minOccurs="0"/>${others}`,
  )}
  ${message(
    'GetCurrentMessage',
    `<xs:element name="Topic" type="tns:TopicExpressionType"/>${others}`,
  )}
  ${message('GetCurrentMessageResponse', others)}
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
      nillable="true"/>${others}`,
  )}
  ${message(
    'RenewResponse',
    `<xs:element ref="tns:TerminationTime"/>
    <xs:element ref="tns:CurrentTime" minOccurs="0"/>${others}`,
  )}
  ${['Unsubscribe', 'PauseSubscription', 'ResumeSubscription']
    .map((name) => `${message(name, others)}${message(`${name}Response`, others)}`)
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
    <xs:element name="InitialTerminationTime" type="xs:dateTime" minOccurs="0"/>${others}`,
  )}
  ${message(
    'RegisterPublisherResponse',
    `<xs:element name="PublisherRegistrationReference" ${address}/>
    <xs:element name="ConsumerReference" ${address} minOccurs="0"/>`,
  )}
  ${plainFault('PublisherRegistrationRejectedFault')}
  ${plainFault('PublisherRegistrationFailedFault')}
  ${message('DestroyRegistration', others)}
  ${message('DestroyRegistrationResponse', others)}
  ${plainFault('ResourceNotDestroyedFault')}`,
);
