// .NET on request: reads a command in JSON from each line, and writes its answer as one line of JSON.
// It is a client of WCF, a service of SoapCore, the serializers, SignedXml and XmlSchemaSet.
// Numbers are texts in JSON, so that none is rounded. With arguments it is what Facts.cs says.
using System.Data;
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Security.Cryptography.X509Certificates;
using System.Security.Cryptography.Xml;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Security;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Web.Services.Description;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using SoapCore;

var json = new JsonSerializerOptions
{
    NumberHandling = JsonNumberHandling.AllowReadingFromString | JsonNumberHandling.WriteAsString
        | JsonNumberHandling.AllowNamedFloatingPointLiterals,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    Converters =
    {
        new JsonStringEnumConverter(),
        new TextConverter<TimeSpan>(XmlConvert.ToTimeSpan, XmlConvert.ToString),
        new TextConverter<XmlQualifiedName>(
            text => new XmlQualifiedName(text[(text.IndexOf('}') + 1)..], text[1..text.IndexOf('}')]),
            name => "{" + name.Namespace + "}" + name.Name),
        new DataSetConverter(),
    },
};
var http = new HttpClient();
var channels = new Dictionary<string, ISchool>();

Console.OutputEncoding = new UTF8Encoding(false);
Console.InputEncoding = new UTF8Encoding(false);
if (args.Length > 0)
{
    await Facts.Run(args);
    return;
}
while (Console.ReadLine() is { } line)
{
    var command = JsonNode.Parse(line).AsObject();
    JsonObject answer;
    try
    {
        answer = new JsonObject { ["result"] = await Answer(command) };
    }
    catch (Exception error)
    {
        answer = Told(error is TargetInvocationException ? error.InnerException : error);
    }
    Console.WriteLine(answer.ToJsonString(json));
}

async Task<JsonNode> Answer(JsonObject command)
{
    string Given(string name) => command[name]?.GetValue<string>();
    return Given("do") switch
    {
        "version" => Environment.Version.ToString(),
        "call" => Call(command),
        "form" => await Form(Given("method"), Given("url"), command["args"].AsObject()),
        "serve" => await Serve(),
        "notes" => JsonSerializer.SerializeToNode(School.Notes, json),
        "read" => Read(Given("type"), Given("xml")),
        "parameters" => Parameters(Given("operation"), Given("xml")),
        "write" => Write(Given("type"), command["value"]),
        "sign" => Signatures.Sign(Given("xml"), Given("cert"), Given("key"), command["entitize"] != null),
        "encrypt" => Encryption.Encrypt(Given("xml"), Given("content"), Given("cert")),
        "decrypt" => Encryption.Decrypt(Given("xml"), Given("key")),
        "signedXml" => FileVersionInfo.GetVersionInfo(typeof(SignedXml).Assembly.Location).ProductVersion.Split('+')[0],
        "token" => Tokens.Answer(Given),
        "verify" => JsonSerializer.SerializeToNode(Signatures.Verify(Given("xml")), json),
        "compile" => JsonSerializer.SerializeToNode(Compile(Given("wsdl")), json),
        "compileFile" => JsonSerializer.SerializeToNode(CompileFile(Given("path"), command["standard"].AsArray()), json),
        "fixtures" => JsonSerializer.SerializeToNode(Fixtures.All(), json),
        var other => throw new ArgumentException(other),
    };
}

JsonObject Told(Exception error) => error switch
{
    FaultException<Problem> fault => new JsonObject
    {
        ["fault"] = fault.Code.Name,
        ["message"] = fault.Message,
        ["detail"] = JsonSerializer.SerializeToNode(fault.Detail, json),
    },
    FaultException fault => new JsonObject
    {
        ["fault"] = fault.Code.Name,
        ["message"] = fault.Message,
    },
    _ => new JsonObject { ["error"] = error.GetType().Name, ["message"] = error.Message },
};

// what the operation takes, by name; a message contract takes all at once
object[] Arguments(MethodInfo method, JsonNode args) =>
    method.GetParameters().Select(one => one.ParameterType == typeof(GreetRequest)
        ? args.Deserialize(one.ParameterType, json)
        : args[one.Name].Deserialize(one.ParameterType, json)).ToArray();

JsonNode Call(JsonObject command)
{
    var method = typeof(ISchool).GetMethod(command["operation"].GetValue<string>());
    var channel = Channel(command);
    var result = method.Invoke(channel, Arguments(method, command["args"]));
    return JsonSerializer.SerializeToNode(result, method.ReturnType == typeof(void)
        ? typeof(object)
        : method.ReturnType, json);
}

ISchool Channel(JsonObject command)
{
    string Given(string name) => command[name]?.GetValue<string>();
    var key = Given("binding") + Given("url") + Given("cert");
    if (channels.TryGetValue(key, out var known)) return known;
    var factory = new ChannelFactory<ISchool>(BindingOf(Given("binding")), new EndpointAddress(Given("url")));
    factory.Credentials.ServiceCertificate.SslCertificateAuthentication =
        new() { CertificateValidationMode = X509CertificateValidationMode.None };
    factory.Credentials.UserName.UserName = "ada";
    factory.Credentials.UserName.Password = "secret";
    if (Given("cert") is { } cert)
        factory.Credentials.ClientCertificate.Certificate = X509Certificate2.CreateFromPem(cert, Given("key"));
    return channels[key] = factory.CreateChannel();
}

System.ServiceModel.Channels.Binding BindingOf(string name)
{
    const long size = 64 << 20;
    CustomBinding Text(MessageVersion version) => new(
        new TextMessageEncodingBindingElement(version, Encoding.UTF8),
        new HttpTransportBindingElement { MaxReceivedMessageSize = size });
    switch (name)
    {
        case "soap12": return Text(MessageVersion.CreateVersion(EnvelopeVersion.Soap12, AddressingVersion.None));
        case "addressing": return Text(MessageVersion.Soap12WSAddressing10);
        case "userName":
            var secure = new BasicHttpsBinding(BasicHttpsSecurityMode.TransportWithMessageCredential);
            secure.Security.Message.ClientCredentialType = BasicHttpMessageCredentialType.UserName;
            return secure;
        case "certificate" or "certificate, SHA-1":
            var endorsed = new BasicHttpsBinding(BasicHttpsSecurityMode.TransportWithMessageCredential);
            endorsed.Security.Message.ClientCredentialType = BasicHttpMessageCredentialType.Certificate;
            // the default suite has SHA-1
            if (name == "certificate") endorsed.Security.Message.AlgorithmSuite = SecurityAlgorithmSuite.Basic256Sha256;
            return endorsed;
        case "certificate, addressing":
            var addressed = new WSHttpBinding(SecurityMode.TransportWithMessageCredential);
            addressed.Security.Message.ClientCredentialType = MessageCredentialType.Certificate;
            addressed.Security.Message.EstablishSecurityContext = false;
            addressed.Security.Message.AlgorithmSuite = SecurityAlgorithmSuite.Basic256Sha256;
            return addressed;
        default:
            return new BasicHttpBinding
            {
                MaxReceivedMessageSize = size,
                MessageEncoding = name == "mtom" ? WSMessageEncoding.Mtom : WSMessageEncoding.Text,
            };
    }
}

// GET and POST with the texts that .NET makes of values
async Task<JsonNode> Form(string verb, string url, JsonObject args)
{
    var method = typeof(ISchool).GetMethod("Show");
    var values = method.GetParameters().Zip(Arguments(method, args), (parameter, value) =>
        KeyValuePair.Create(parameter.Name, Convert.ToString(value, CultureInfo.InvariantCulture)));
    var content = new FormUrlEncodedContent(values);
    var response = verb == "POST"
        ? await http.PostAsync(url, content)
        : await http.GetAsync(url + "?" + await content.ReadAsStringAsync());
    var text = await response.Content.ReadAsStringAsync();
    if (!response.IsSuccessStatusCode) throw new HttpRequestException(text);
    return Read("Shown", text);
}

async Task<JsonNode> Serve()
{
    var host = WebApplication.CreateBuilder();
    host.Logging.ClearProviders();
    host.WebHost.UseUrls("http://127.0.0.1:0");
    host.Services.AddSoapCore();
    host.Services.AddSingleton<ISchool, School>();
    var app = host.Build();
    SoapEncoderOptions Encoder(MessageVersion version) => new()
    {
        MessageVersion = version,
        ReaderQuotas = XmlDictionaryReaderQuotas.Max,
    };
    var plain = MessageVersion.CreateVersion(EnvelopeVersion.Soap12, AddressingVersion.None);
    IApplicationBuilder builder = app;
    builder.UseSoapEndpoint<ISchool>(
        "/School.asmx", [Encoder(MessageVersion.Soap11), Encoder(plain)], SoapSerializer.XmlSerializer);
    builder.UseSoapEndpoint<ISchool>(
        "/Addressed.asmx", Encoder(MessageVersion.Soap12WSAddressing10), SoapSerializer.XmlSerializer);
    await app.StartAsync();
    return app.Urls.First();
}

XmlSerializer SerializerOf(string type, out Type of)
{
    of = Assembly.GetExecutingAssembly().GetType(type);
    return new XmlSerializer(of, new XmlRootAttribute(type) { Namespace = Names.School });
}

JsonNode Read(string type, string xml)
{
    var value = SerializerOf(type, out var of).Deserialize(XmlReader.Create(new StringReader(xml)));
    return JsonSerializer.SerializeToNode(value, of, json);
}

string Write(string type, JsonNode value)
{
    var text = new StringWriter();
    var serializer = SerializerOf(type, out var of);
    using (var writer = XmlWriter.Create(text, new() { OmitXmlDeclaration = true }))
        serializer.Serialize(writer, value.Deserialize(of, json));
    return text.ToString();
}

// the parameters in a Body, as XmlSerializer reads them for ASMX
JsonNode Parameters(string operation, string xml)
{
    var parameters = typeof(ISchool).GetMethod(operation).GetParameters();
    var members = parameters
        .Select(one => new XmlReflectionMember { MemberName = one.Name, MemberType = one.ParameterType }).ToArray();
    var mapping = new XmlReflectionImporter(Names.School)
        .ImportMembersMapping(operation, Names.School, members, true);
    using var reader = XmlReader.Create(new StringReader(xml));
    reader.ReadStartElement();
    var values = (object[])XmlSerializer.FromMappings([mapping])[0].Deserialize(reader);
    return new JsonObject(parameters.Select((one, at) =>
        KeyValuePair.Create(one.Name, JsonSerializer.SerializeToNode(values[at], one.ParameterType, json))));
}

// what .NET finds wrong in a WSDL and its schemas
List<string> Compile(string wsdl)
{
    var description = ServiceDescription.Read(XmlReader.Create(new StringReader(wsdl)), true);
    var found = description.ValidationWarnings.Cast<string>().ToList();
    var schemas = new XmlSchemaSet();
    schemas.ValidationEventHandler += (_, told) => found.Add(told.Message);
    foreach (XmlSchema schema in description.Types.Schemas) schemas.Add(schema);
    schemas.Compile();
    return found;
}

// what XmlSchemaSet finds in a WSDL with all that it imports from files, and schemas that it may lack
List<string> CompileFile(string path, JsonArray standard)
{
    var found = new List<string>();
    var schemas = new XmlSchemaSet { XmlResolver = new FileResolver() };
    schemas.ValidationEventHandler += (_, told) =>
    {
        if (told.Severity == XmlSeverityType.Error) found.Add(told.Message);
    };
    var seen = new HashSet<string>();
    void Read(string file)
    {
        if (!seen.Add(file)) return;
        using var reader = XmlReader.Create(file, new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        reader.MoveToContent();
        if (reader.LocalName == "schema")
        {
            schemas.Add(null, file);
            return;
        }
        var description = ServiceDescription.Read(reader);
        foreach (XmlSchema schema in description.Types.Schemas)
        {
            // a schema in a WSDL does not know where it was read
            foreach (XmlSchemaExternal one in schema.Includes)
                if (one.SchemaLocation != null)
                    one.SchemaLocation = new Uri(new Uri(file), one.SchemaLocation).AbsoluteUri;
            schemas.Add(schema);
        }
        foreach (Import import in description.Imports)
            Read(new Uri(new Uri(file), import.Location).LocalPath);
    }
    try
    {
        Read(path);
        foreach (var text in standard)
        {
            var known = XmlSchema.Read(new StringReader(text.GetValue<string>()), null);
            if (!schemas.Contains(known.TargetNamespace)) schemas.Add(known);
        }
        schemas.Compile();
    }
    catch (Exception error)
    {
        found.Add(error.InnerException == null ? error.Message : error.Message + " " + error.InnerException.Message);
    }
    return found;
}

class FileResolver : XmlUrlResolver
{
    public override object GetEntity(Uri uri, string role, Type type) =>
        uri.IsFile ? base.GetEntity(uri, role, type) : throw new FileNotFoundException(uri.AbsoluteUri);
}

class TextConverter<T>(Func<string, T> read, Func<T, string> write) : JsonConverter<T>
{
    public override T Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) =>
        read(reader.GetString());

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        writer.WriteStringValue(write(value));
}

// { TABLE: { COLUMN: [TYPE, TEXT of each row or null, …] } }
class DataSetConverter : JsonConverter<DataSet>
{
    public override DataSet Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
    {
        var set = new DataSet();
        foreach (var (name, columns) in JsonNode.Parse(ref reader).AsObject())
        {
            var table = set.Tables.Add(name);
            foreach (var (column, values) in columns.AsObject())
            {
                var of = Type.GetType("System." + values[0]);
                table.Columns.Add(new DataColumn(column, of)
                    { DateTimeMode = of == typeof(DateTime) ? DataSetDateTime.Utc : DataSetDateTime.UnspecifiedLocal });
                for (var row = 1; row < values.AsArray().Count; row++)
                {
                    if (table.Rows.Count < row) table.Rows.Add();
                    if (values[row] != null) table.Rows[row - 1][column] = ValueOf(of, values[row].ToString());
                }
            }
        }
        set.AcceptChanges();
        return set;
    }

    static object ValueOf(Type type, string text) =>
        type == typeof(byte[]) ? Convert.FromBase64String(text)
        : type == typeof(TimeSpan) ? XmlConvert.ToTimeSpan(text)
        : type == typeof(Guid) ? Guid.Parse(text)
        : type == typeof(DateTime) ? XmlConvert.ToDateTime(text, XmlDateTimeSerializationMode.RoundtripKind)
        : Convert.ChangeType(text, type, CultureInfo.InvariantCulture);

    static string TextOf(object value) => value switch
    {
        DBNull => null,
        byte[] bytes => Convert.ToBase64String(bytes),
        TimeSpan span => XmlConvert.ToString(span),
        DateTime moment => XmlConvert.ToString(moment, XmlDateTimeSerializationMode.RoundtripKind),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture),
    };

    public override void Write(Utf8JsonWriter writer, DataSet set, JsonSerializerOptions options)
    {
        var tables = set.Tables.Cast<DataTable>().ToDictionary(table => table.TableName, table =>
            table.Columns.Cast<DataColumn>().ToDictionary(column => column.ColumnName, column =>
                table.Rows.Cast<DataRow>().Select(row => TextOf(row[column]))
                    .Prepend(column.DataType.Name)));
        JsonSerializer.Serialize(writer, tables, options);
    }
}
