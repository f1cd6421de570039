// The contract in C#, with the attributes that dotnet-svcutil writes, and a service that echoes.
using System.Data;
using System.ServiceModel;
using System.Text.Json.Serialization;
using System.Xml;
using System.Xml.Serialization;

public static class Names
{
    public const string School = "http://example.org/dotnet/";
}

[ServiceContract(Namespace = Names.School, Name = "School")]
[XmlSerializerFormat]
[ServiceKnownType(typeof(Student)), ServiceKnownType(typeof(Teacher))]
public interface ISchool
{
    [OperationContract(Action = Names.School + "EchoSimple", ReplyAction = "*")]
    Simple EchoSimple(Simple v);

    [OperationContract(Action = Names.School + "EchoLists", ReplyAction = "*")]
    Lists EchoLists(Lists v);

    [OperationContract(Action = Names.School + "EchoPeople", ReplyAction = "*")]
    Person[] EchoPeople(Person[] people);

    [OperationContract(Action = Names.School + "EchoContact", ReplyAction = "*")]
    Contact EchoContact(Contact v);

    [OperationContract(Action = Names.School + "EchoFile", ReplyAction = "*")]
    File EchoFile(string name, byte[] data);

    [OperationContract(Action = Names.School + "EchoBox", ReplyAction = "*")]
    Box EchoBox(Box v);

    [OperationContract(Action = Names.School + "Greet", ReplyAction = "*")]
    GreetResponse Greet(GreetRequest request);

    [OperationContract(Action = Names.School + "Fail", ReplyAction = "*")]
    [FaultContract(typeof(Problem), Action = Names.School + "SchoolSoap/Fail/Fault/Problem",
        Name = "Problem", Namespace = Names.School)]
    string Fail(string how);

    [OperationContract(Action = Names.School + "Note", IsOneWay = true)]
    void Note(string text);

    [OperationContract(Action = Names.School + "Show", ReplyAction = "*")]
    Shown Show(
        int i, long l, double d, decimal m, bool b, DateTime t, string s, Mark mark);
}

public class School : ISchool
{
    public static readonly List<string> Notes = [];

    public Simple EchoSimple(Simple v) => v;
    public Lists EchoLists(Lists v) => v;
    public Person[] EchoPeople(Person[] people) => people;
    public Contact EchoContact(Contact v) => v;
    public File EchoFile(string name, byte[] data) => new() { Name = name, Data = data };
    public Box EchoBox(Box v) => v;

    public GreetResponse Greet(GreetRequest request) => new()
    {
        Session = new Session { Token = request.Session?.Token + "!" },
        GreetResult = "Hello " + request.name,
    };

    public string Fail(string how) => how switch
    {
        "declared" => throw new FaultException<Problem>(
            new Problem { Reason = "no such student", Code = 7 },
            new FaultReason("not found"), new FaultCode("Client"), null),
        "sender" => throw new FaultException("plain"),
        _ => throw new InvalidOperationException("broken"),
    };

    public void Note(string text)
    {
        if (text == "broken") throw new InvalidOperationException("broken");
        Notes.Add(text);
    }

    public Shown Show(
        int i, long l, double d, decimal m, bool b, DateTime t, string s, Mark mark) =>
        new() { I = i, L = l, D = d, M = m, B = b, T = t, S = s, Mark = mark };
}

public enum Mark { A, B, C }

[Flags]
public enum Rights { Read = 1, Write = 2, Delete = 4 }

[XmlType(Namespace = Names.School)]
public class Simple
{
    [XmlElement(IsNullable = true)] public bool? Boolean { get; set; }
    [XmlElement(IsNullable = true)] public sbyte? Byte { get; set; }
    [XmlElement(IsNullable = true)] public byte? UnsignedByte { get; set; }
    [XmlElement(IsNullable = true)] public short? Short { get; set; }
    [XmlElement(IsNullable = true)] public ushort? UnsignedShort { get; set; }
    [XmlElement(IsNullable = true)] public int? Int { get; set; }
    [XmlElement(IsNullable = true)] public uint? UnsignedInt { get; set; }
    [XmlElement(IsNullable = true)] public long? Long { get; set; }
    [XmlElement(IsNullable = true)] public ulong? UnsignedLong { get; set; }
    [XmlElement(IsNullable = true)] public float? Float { get; set; }
    [XmlElement(IsNullable = true)] public double? Double { get; set; }
    [XmlElement(IsNullable = true)] public decimal? Decimal { get; set; }
    [XmlElement(IsNullable = true)] public DateTime? DateTime { get; set; }
    [XmlElement(DataType = "date", IsNullable = true)] public DateTime? Date { get; set; }
    [XmlElement(DataType = "time", IsNullable = true)] public DateTime? Time { get; set; }
    [XmlElement(IsNullable = true)] public TimeSpan? Duration { get; set; }
    [XmlElement(IsNullable = true)] public Guid? Guid { get; set; }
    [XmlElement(IsNullable = true)] public char? Char { get; set; }
    [XmlElement(IsNullable = true)] public Mark? Mark { get; set; }
    [XmlElement(IsNullable = true)] public Rights? Rights { get; set; }
    public string String { get; set; }
    [XmlElement(DataType = "anyURI")] public string Uri { get; set; }
    [XmlElement(DataType = "integer")] public string Integer { get; set; }
    public byte[] Base64 { get; set; }
    [XmlElement(DataType = "hexBinary")] public byte[] Hex { get; set; }
    public XmlQualifiedName QName { get; set; }
    [XmlElement(DataType = "token")] public string Token { get; set; }
    [XmlElement(DataType = "NMTOKEN")] public string NmToken { get; set; }
    [XmlElement(DataType = "Name")] public string Name { get; set; }
    [XmlElement(DataType = "language")] public string Language { get; set; }
    [XmlElement(DataType = "gYear")] public string Year { get; set; }
    [XmlElement(DataType = "gMonthDay")] public string MonthDay { get; set; }
}

[XmlType(Namespace = Names.School)]
public class Lists
{
    public int[] Ints { get; set; }
    public int?[] Nullable { get; set; }
    public string[] Strings { get; set; }
    public DateTime[] Dates { get; set; }
    public int[][] Rows { get; set; }
    [XmlElement] public string[] Flat { get; set; }
}

[XmlType(Namespace = Names.School)]
[XmlInclude(typeof(Student)), XmlInclude(typeof(Teacher))]
[JsonDerivedType(typeof(Person), "Person")]
[JsonDerivedType(typeof(Student), "Student")]
[JsonDerivedType(typeof(Teacher), "Teacher")]
public class Person
{
    [XmlElement(Order = 0)] public string Name { get; set; }

    [XmlElement(DataType = "date", IsNullable = true, Order = 1)]
    public DateTime? Born { get; set; }

    [XmlArray(Order = 2)] public Person[] Friends { get; set; }
}

[XmlType(Namespace = Names.School)]
public class Student : Person
{
    [XmlElement(IsNullable = true, Order = 0)] public Mark? Mark { get; set; }
}

[XmlType(Namespace = Names.School)]
public class Teacher : Person
{
    [XmlElement("Subjects", Order = 0)] public string[] Subjects { get; set; }
    [XmlAttribute, JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int room { get; set; }

    [XmlIgnore, JsonIgnore] public bool roomSpecified { get => room != 0; set { } }
}

[XmlType(Namespace = Names.School)]
public class Contact
{
    [XmlElement("Email", typeof(string), Order = 0)]
    [XmlElement("Phone", typeof(int), Order = 0)]
    [JsonIgnore]
    public object Item { get; set; }

    [XmlElement(Order = 1)] public Money Price { get; set; }
    [XmlAttribute] public Mark kind { get; set; }

    [XmlAttribute(DataType = "date"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public DateTime since { get; set; }

    [XmlIgnore, JsonIgnore] public bool sinceSpecified { get => since != default; set { } }
    [XmlAttribute(DataType = "NMTOKENS")] public string numbers { get; set; }

    // the choice, as JSON has it
    [XmlIgnore] public string Email { get => Item as string; set => Item = value; }
    [XmlIgnore] public int? Phone { get => Item as int?; set => Item = value; }
}

[XmlType(Namespace = Names.School)]
public class Money
{
    [XmlText] public decimal Value { get; set; }
    [XmlAttribute] public string currency { get; set; }
}

[XmlType(Namespace = Names.School)]
public class File
{
    public string Name { get; set; }
    public byte[] Data { get; set; }
}

[XmlType(Namespace = Names.School)]
public class Box
{
    public DataSet Set { get; set; }
    public string After { get; set; }
}

[XmlType(Namespace = Names.School)]
public class Session
{
    public string Token { get; set; }
}

[XmlType(Namespace = Names.School)]
[XmlRoot("Problem", Namespace = Names.School)]
[System.Runtime.Serialization.DataContract(Namespace = Names.School)]
public class Problem
{
    [System.Runtime.Serialization.DataMember(Order = 0)] public string Reason { get; set; }
    [System.Runtime.Serialization.DataMember(Order = 1)] public int Code { get; set; }
}

[XmlType(Namespace = Names.School)]
[XmlRoot(Namespace = Names.School)]
public class Shown
{
    public int I { get; set; }
    public long L { get; set; }
    public double D { get; set; }
    public decimal M { get; set; }
    public bool B { get; set; }
    public DateTime T { get; set; }
    public string S { get; set; }
    public Mark Mark { get; set; }
}

[MessageContract(WrapperName = "Greet", WrapperNamespace = Names.School)]
public class GreetRequest
{
    [MessageHeader(Namespace = Names.School)] public Session Session { get; set; }
    [MessageBodyMember(Namespace = Names.School)] public string name { get; set; }
}

[MessageContract(WrapperName = "GreetResponse", WrapperNamespace = Names.School)]
public class GreetResponse
{
    [MessageHeader(Namespace = Names.School)] public Session Session { get; set; }
    [MessageBodyMember(Namespace = Names.School)] public string GreetResult { get; set; }
}
