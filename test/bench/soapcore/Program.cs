// The school on SoapCore and Kestrel: `dotnet school.dll PORT FILE`, a message with the records.
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using SoapCore;

const string space = School.Namespace;
var serializer = new XmlSerializer(typeof(Student), space);
School.Records = XDocument.Load(args[1]).Descendants(XName.Get("Student", space))
    .Select(one => (Student)serializer.Deserialize(one.CreateReader())).ToArray();
var host = WebApplication.CreateBuilder();
host.Logging.ClearProviders();
host.WebHost.UseUrls($"http://127.0.0.1:{args[0]}");
host.Services.AddSoapCore();
host.Services.AddSingleton<ISchool, School>();
var app = host.Build();
IApplicationBuilder builder = app;
var encoder = new SoapEncoderOptions
{
    MessageVersion = MessageVersion.Soap11,
    ReaderQuotas = XmlDictionaryReaderQuotas.Max,
};
builder.UseSoapEndpoint<ISchool>("/School.asmx", encoder, SoapSerializer.XmlSerializer, indentXml: false);
app.Run();

[ServiceContract(Namespace = School.Namespace)]
public interface ISchool
{
    [OperationContract(Action = School.Namespace + "AuthCode")]
    string AuthCode(string code, string phone);

    [OperationContract(Action = School.Namespace + "GetStudents")]
    Student[] GetStudents(string classId);

    [OperationContract(Action = School.Namespace + "PutStudents")]
    int PutStudents(Student[] students);
}

public class School : ISchool
{
    public const string Namespace = "http://tempuri.org/";
    public static Student[] Records;

    public string AuthCode(string code, string phone) => $"code {code} sent to {phone} & logged";
    public Student[] GetStudents(string classId) => Records;
    public int PutStudents(Student[] students) => students.Length;
}

[XmlType(Namespace = School.Namespace)]
public class Student
{
    public int Id { get; set; }
    public string Name { get; set; }
    public string ClassId { get; set; }
    public int Grade { get; set; }
    public string Phone { get; set; }
    public DateTime BirthDate { get; set; }
    public double Gpa { get; set; }
    public bool Active { get; set; }
    public int Absences { get; set; }
    public decimal Balance { get; set; }
    public string Note { get; set; }
    public string PhotoUrl { get; set; }
}
