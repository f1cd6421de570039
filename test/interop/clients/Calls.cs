// Calls every operation through proxies that `wsdl` made from ?WSDL, one namespace for each protocol: Soap, SOAP12, HttpGet, HttpPost.
// usage: mono calls.exe BASE-URL CASES-FILE. A line of the file: service, operation, then name:type:base64 for each parameter.
using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Reflection;
using System.Text;

static class Calls {
  static string Encode(string text) {
    return text == null ? "null" : Convert.ToBase64String(Encoding.UTF8.GetBytes(text));
  }

  static int Main(string[] args) {
    ServicePointManager.Expect100Continue = true;
    foreach (var line in File.ReadAllLines(args[1])) {
      var fields = line.Split('\t');
      foreach (var protocol in new[] { "Soap", "SOAP12", "HttpGet", "HttpPost" }) {
        string outcome;
        try {
          var type = Assembly.GetExecutingAssembly().GetType(protocol + "." + fields[0] + "." + fields[0]);
          var proxy = Activator.CreateInstance(type);
          type.GetProperty("Url").SetValue(proxy, args[0] + "/" + fields[0] + ".asmx", null);
          // The proxies' default would send non-ASCII form values in the machine's code page.
          type.GetProperty("RequestEncoding").SetValue(proxy, Encoding.UTF8, null);
          var method = type.GetMethods().First(m => m.Name == fields[1] && m.DeclaringType == type);
          var values = fields.Skip(2).Zip(method.GetParameters(), (field, parameter) => {
            var parts = field.Split(':');
            var text = Encoding.UTF8.GetString(Convert.FromBase64String(parts[2]));
            return Convert.ChangeType(text, parameter.ParameterType, System.Globalization.CultureInfo.InvariantCulture);
          }).ToArray();
          outcome = "ok\t" + Encode((string)method.Invoke(proxy, values));
        } catch (Exception e) {
          var inner = e is TargetInvocationException ? e.InnerException : e;
          outcome = "failed\t" + Encode(inner.GetType().Name + ": " + inner.Message);
        }
        Console.WriteLine(protocol + "\t" + fields[0] + "\t" + fields[1] + "\t" + outcome);
      }
    }
    return 0;
  }
}
