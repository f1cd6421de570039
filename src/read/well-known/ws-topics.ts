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
