// What the facts of WCF and SoapCore need. `client` calls with WCF: lines of operation, WSDL, URL, classes and
// arguments; prints JSON lines. `service` is one of SoapCore: port, classes.
using System.Collections;
using System.Reflection;
using System.ServiceModel;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Xml;
using SoapCore;

static class Facts
{
    public static async Task Run(string[] args)
    {
        if (args[0] == "service")
        {
            var host = WebApplication.CreateBuilder();
            host.Logging.ClearProviders();
            host.WebHost.UseUrls($"http://127.0.0.1:{args[1]}");
            host.Services.AddSoapCore();
            host.Services.AddSingleton<Ordered.ISchool, Ordered.School>();
            host.Services.AddSingleton<Plain.ISchool, Plain.School>();
            host.Services.AddSingleton<Data.ISchool, Data.School>();
            host.Services.AddSingleton<Tables.ISchool, Tables.School>();
            var app = host.Build();
            var encoder = new SoapEncoderOptions { ReaderQuotas = XmlDictionaryReaderQuotas.Max };
            IApplicationBuilder builder = app;
            if (args[2] == "DataContract")
                builder.UseSoapEndpoint<Data.ISchool>("/", encoder, SoapSerializer.DataContractSerializer);
            else if (args[2] == "DataSet")
                builder.UseSoapEndpoint<Tables.ISchool>("/", encoder, SoapSerializer.XmlSerializer);
            else if (args[2] == "no Order")
                builder.UseSoapEndpoint<Plain.ISchool>("/", encoder, SoapSerializer.XmlSerializer);
            else
                builder.UseSoapEndpoint<Ordered.ISchool>("/", encoder, SoapSerializer.XmlSerializer);
            await app.RunAsync();
            return;
        }
        while (Console.ReadLine() is { } line)
        {
            var fields = line.Split('\t');
            JsonObject answer;
            try
            {
                answer = new JsonObject { ["value"] = Call(fields[0], fields[2], fields[3]) };
            }
            catch (Exception error)
            {
                answer = Told(error is TargetInvocationException ? error.InnerException : error);
            }
            Console.WriteLine(answer.ToJsonString(AsJson.Options));
        }
    }

    static JsonNode Call(string operation, string url, string classes) => classes switch
    {
        "no Order" => CallBy<Plain.ISchool>(operation, url),
        "DataContract" => CallBy<Data.ISchool>(operation, url),
        "quota" => CallBy<Ordered.ISchool>(operation, url, int.MaxValue),
        _ => CallBy<Ordered.ISchool>(operation, url),
    };

    static JsonNode CallBy<T>(string operation, string url, long most = 65_536)
    {
        var binding = new BasicHttpBinding { MaxReceivedMessageSize = most };
        if (most > 65_536) binding.ReaderQuotas = XmlDictionaryReaderQuotas.Max;
        using var factory = new ChannelFactory<T>(binding, new EndpointAddress(url));
        var method = typeof(T).GetMethod(operation);
        object[] given = operation switch
        {
            "Get" => [1],
            "Echo" => [new Values { hour = new DateTime(1, 1, 1, 3, 4, 5), level = 1 }],
            _ => [],
        };
        return AsJson.Node(method.Invoke(factory.CreateChannel(), given));
    }

    static JsonObject Told(Exception error)
    {
        var all = new StringBuilder();
        for (var one = error; one != null; one = one.InnerException) all.Append($"{one.GetType().Name}: {one.Message} ");
        var detail = error.GetType().GetProperty("Detail")?.GetValue(error);
        return new JsonObject { ["error"] = all.ToString(), ["detail"] = AsJson.Node(detail) };
    }
}

/// What was read, as JSON: a value that is not specified is null, a DateTime has its kind.
public static class AsJson
{
    public static readonly JsonSerializerOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static string Text(object value, string note = null)
    {
        var node = Node(value) as JsonObject ?? new JsonObject { ["student"] = null };
        if (note != null) node["note"] = note;
        return node.ToJsonString(Options);
    }

    public static JsonNode Node(object value) => value switch
    {
        null => null,
        string text => text,
        bool or int or long or double or decimal => JsonValue.Create((dynamic)value),
        DateTime time => $"{time:yyyy-MM-ddTHH:mm:ss} {time.Kind}",
        Enum one => one.ToString(),
        IEnumerable all => new JsonArray(all.Cast<object>().Select(Node).ToArray()),
        _ => Members(value),
    };

    private static JsonObject Members(object value)
    {
        var node = new JsonObject();
        foreach (var one in value.GetType().GetProperties())
        {
            if (one.Name.EndsWith("Specified")) continue;
            var specified = value.GetType().GetProperty(one.Name + "Specified");
            node[one.Name] = specified?.GetValue(value) is false ? null : Node(one.GetValue(value));
        }
        return node;
    }
}
