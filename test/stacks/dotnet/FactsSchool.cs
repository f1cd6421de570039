// The contract in C#: classes with Order=, as dotnet-svcutil and Visual Studio make them, without it, as wsdl.exe
// does, and DataContract classes; services that say what they read.
using System.Data;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.Xml.Serialization;

[XmlType(Namespace = "urn:school")]
[DataContract(Namespace = "urn:school")]
public enum Kind
{
    [EnumMember] A,
    [EnumMember] B,
}

[XmlType(Namespace = "urn:school")]
public class Values
{
    [XmlElement(Order = 0)] public string text { get; set; }
    [XmlElement(Order = 1)] public bool flag { get; set; }
    [XmlElement(Order = 2)] public int count { get; set; }
    [XmlElement(Order = 3)] public long @long { get; set; }
    [XmlElement(Order = 4)] public decimal price { get; set; }
    [XmlElement(Order = 5)] public double weight { get; set; }
    [XmlElement(Order = 6)] public DateTime at { get; set; }
    [XmlElement(Order = 7, DataType = "date")] public DateTime day { get; set; }
    [XmlElement(Order = 8, DataType = "time")] public DateTime hour { get; set; }
    [XmlElement(Order = 9)] public byte[] photo { get; set; }
    [XmlElement(Order = 10, IsNullable = true)] public int? level { get; set; }
}

namespace Ordered
{
    [XmlType(Namespace = "urn:school")]
    public class Person
    {
        [XmlElement(Order = 0)] public int id { get; set; }
        [XmlElement(Order = 1)] public string name { get; set; }
    }

    [XmlType(Namespace = "urn:school")]
    public class Student : Person
    {
        [XmlElement(DataType = "date", Order = 0)] public DateTime born { get; set; }
        [XmlIgnore] public bool bornSpecified { get; set; }
        [XmlElement(Order = 1)] public int mark { get; set; }
        [XmlIgnore] public bool markSpecified { get; set; }
        [XmlElement(Order = 2)] public Kind kind { get; set; }
        [XmlIgnore] public bool kindSpecified { get; set; }
        [XmlElement("tag", Order = 3)] public string[] tag { get; set; }
        [XmlElement(Order = 4)] public Address address { get; set; }
        [XmlAttribute] public bool seen { get; set; }
        [XmlIgnore] public bool seenSpecified { get; set; }
    }

    [XmlType(Namespace = "urn:school")]
    public class Students
    {
        [XmlElement("Student", Order = 0)] public Student[] Student { get; set; }
    }

    [XmlType(Namespace = "urn:school")]
    public class Address
    {
        [XmlElement(Order = 0)] public string city { get; set; }
        [XmlElement(Order = 1)] public string zip { get; set; }
    }

    [XmlRoot(Namespace = "urn:school")]
    [XmlType(Namespace = "urn:school")]
    public class InvalidPhone
    {
        [XmlElement(Order = 0)] public string reason { get; set; }
    }

    [ServiceContract(Namespace = "urn:school", Name = "SchoolSoap")]
    [XmlSerializerFormat(SupportFaults = true)]
    [ServiceKnownType(typeof(Student))]
    public interface ISchool
    {
        [OperationContract(Action = "urn:school/Get", ReplyAction = "*")]
        [FaultContract(typeof(InvalidPhone), Action = "", Name = "InvalidPhone", Namespace = "urn:school")]
        Student Get(int id);

        [OperationContract(Action = "urn:school/List", ReplyAction = "*")]
        Students List();

        [OperationContract(Action = "urn:school/Ping", ReplyAction = "*")]
        void Ping();

        [OperationContract(Action = "urn:school/Save", ReplyAction = "*")]
        string Save(Student student, string note);

        [OperationContract(Action = "urn:school/Echo", ReplyAction = "*")]
        Values Echo(Values values);
    }

    public class School : ISchool
    {
        public Student Get(int id) => null;
        public Students List() => null;
        public void Ping() { }
        public string Save(Student student, string note) => note == "fault"
            ? throw new FaultException<InvalidPhone>(new InvalidPhone { reason = "letters" }, "bad phone")
            : AsJson.Text(student, note);
        public Values Echo(Values values) => new() { text = AsJson.Text(values) };
    }
}

namespace Plain
{
    [XmlType(Namespace = "urn:school")]
    public class Person
    {
        public int id { get; set; }
        public string name { get; set; }
    }

    [XmlType(Namespace = "urn:school")]
    public class Student : Person
    {
        [XmlElement(DataType = "date")] public DateTime born { get; set; }
        [XmlIgnore] public bool bornSpecified { get; set; }
        public int mark { get; set; }
        [XmlIgnore] public bool markSpecified { get; set; }
        public Kind kind { get; set; }
        [XmlIgnore] public bool kindSpecified { get; set; }
        [XmlElement("tag")] public string[] tag { get; set; }
        public Address address { get; set; }
        [XmlAttribute] public bool seen { get; set; }
        [XmlIgnore] public bool seenSpecified { get; set; }
    }

    [XmlType(Namespace = "urn:school")]
    public class Students
    {
        [XmlElement("Student")] public Student[] Student { get; set; }
    }

    [XmlType(Namespace = "urn:school")]
    public class Address
    {
        public string city { get; set; }
        public string zip { get; set; }
    }

    [XmlRoot(Namespace = "urn:school")]
    [XmlType(Namespace = "urn:school")]
    public class InvalidPhone
    {
        public string reason { get; set; }
    }

    [ServiceContract(Namespace = "urn:school", Name = "SchoolSoap")]
    [XmlSerializerFormat(SupportFaults = true)]
    [ServiceKnownType(typeof(Student))]
    public interface ISchool
    {
        [OperationContract(Action = "urn:school/Get", ReplyAction = "*")]
        [FaultContract(typeof(InvalidPhone), Action = "", Name = "InvalidPhone", Namespace = "urn:school")]
        Student Get(int id);

        [OperationContract(Action = "urn:school/List", ReplyAction = "*")]
        Students List();

        [OperationContract(Action = "urn:school/Ping", ReplyAction = "*")]
        void Ping();

        [OperationContract(Action = "urn:school/Save", ReplyAction = "*")]
        string Save(Student student, string note);

        [OperationContract(Action = "urn:school/Echo", ReplyAction = "*")]
        Values Echo(Values values);
    }

    public class School : ISchool
    {
        public Student Get(int id) => null;
        public Students List() => null;
        public void Ping() { }
        public string Save(Student student, string note) => note == "fault"
            ? throw new FaultException<InvalidPhone>(new InvalidPhone { reason = "letters" }, "bad phone")
            : AsJson.Text(student, note);
        public Values Echo(Values values) => new() { text = AsJson.Text(values) };
    }
}

namespace Data
{
    [DataContract(Namespace = "urn:school")]
    [KnownType(typeof(Student))]
    public class Person
    {
        [DataMember(Order = 0, IsRequired = true)] public int id { get; set; }
        [DataMember(Order = 1, IsRequired = true)] public string name { get; set; }
    }

    // tag and seen have a form that DataContract classes cannot have
    [DataContract(Namespace = "urn:school")]
    public class Student : Person
    {
        [DataMember(Order = 0)] public DateTime? born { get; set; }
        [DataMember(Order = 1)] public int? mark { get; set; }
        [DataMember(Order = 2)] public Kind? kind { get; set; }
        [DataMember(Order = 4)] public Address address { get; set; }
    }

    [DataContract(Namespace = "urn:school")]
    public class Address
    {
        [DataMember(Order = 0, IsRequired = true)] public string city { get; set; }
        [DataMember(Order = 1)] public string zip { get; set; }
    }

    [ServiceContract(Namespace = "urn:school", Name = "SchoolSoap")]
    public interface ISchool
    {
        [OperationContract(Action = "urn:school/Get", ReplyAction = "*")]
        Student Get(int id);

        [OperationContract(Action = "urn:school/Save", ReplyAction = "*")]
        string Save(Student student, string note);
    }

    public class School : ISchool
    {
        public Student Get(int id) => null;
        public string Save(Student student, string note) => AsJson.Text(student, note);
    }
}

namespace Tables
{
    [ServiceContract(Namespace = "urn:school", Name = "SchoolSoap")]
    [XmlSerializerFormat]
    public interface ISchool
    {
        [OperationContract(Action = "urn:school/Save", ReplyAction = "*")]
        string Save(DataSet table);
    }

    public class School : ISchool
    {
        public string Save(DataSet table) => $"{{\"rows\":{table?.Tables[0].Rows.Count.ToString() ?? "null"}}}";
    }
}
