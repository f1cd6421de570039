// Calls every operation through proxies that `wsdl` made from ?WSDL, one namespace for each protocol: Soap, SOAP12, HttpGet, HttpPost.
// usage: mono calls.exe BASE-URL CASES-FILE. A line of the file: number, path, service, operation, then name:type:base64:name-over-HTTP for
// each parameter. A line of the answer: number, protocol, ok or failed, base64 of the value or of what went wrong.
using System;
using System.Collections;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Reflection;
using System.Text;

static class Calls {
  static string Encode(string text) {
    return Convert.ToBase64String(Encoding.UTF8.GetBytes(text));
  }

  // One notation for values of all clients: null, text, [a,b], {name=value,...} with names sorted and absent ones left out.
  static string Flatten(object value) {
    if (value == null) return "null";
    if (value is string) return (string)value;
    if (value is bool) return (bool)value ? "true" : "false";
    if (value is byte[]) return "base64:" + Convert.ToBase64String((byte[])value);
    if (value is DateTime) return ((DateTime)value).ToString("yyyy-MM-ddTHH:mm:ss");
    if (value is IEnumerable) return "[" + String.Join(",", ((IEnumerable)value).Cast<object>().Select(Flatten)) + "]";
    if (value is double) return ((double)value).ToString("R", CultureInfo.InvariantCulture);
    var type = value.GetType();
    if (type.IsPrimitive || type.IsEnum || value is decimal || value is Guid)
      return Convert.ToString(value, CultureInfo.InvariantCulture);
    var names = type.GetProperties().Where(p => p.CanRead && p.GetIndexParameters().Length == 0)
      .Select(p => new { p.Name, Value = p.GetValue(value, null) })
      .Concat(type.GetFields().Where(f => !f.IsStatic).Select(f => new { f.Name, Value = f.GetValue(value) }))
      .Where(one => one.Value != null && !one.Name.EndsWith("Specified"))
      .OrderBy(one => one.Name, StringComparer.Ordinal);
    return "{" + String.Join(",", names.Select(one => one.Name + "=" + Flatten(one.Value))) + "}";
  }

  static object Parse(string text, Type type) {
    if (type == typeof(string[])) return text == "" ? new string[0] : text.Split('|');
    if (type == typeof(int[])) return text.Split('|').Select(Int32.Parse).ToArray();
    if (type == typeof(byte[])) return Convert.FromBase64String(text);
    if (type.IsEnum) return Enum.Parse(type, text.Replace("-", ""));
    if (Nullable.GetUnderlyingType(type) != null) return Parse(text, Nullable.GetUnderlyingType(type));
    if (type == typeof(DateTime)) return DateTime.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind);
    return Convert.ChangeType(text, type, CultureInfo.InvariantCulture);
  }

  static int Main(string[] args) {
    ServicePointManager.Expect100Continue = true;
    // Mono's HTTP proxies never let go of the connection of a void call.
    ServicePointManager.DefaultConnectionLimit = 64;
    foreach (var line in File.ReadAllLines(args[1])) {
      var fields = line.Split('\t');
      foreach (var protocol in new[] { "Soap", "SOAP12", "HttpGet", "HttpPost" }) {
        var type = Assembly.GetExecutingAssembly().GetType(protocol + "." + fields[2] + "." + fields[2]);
        if (type == null) continue;
        var method = type.GetMethods().FirstOrDefault(m => m.Name == fields[3] && m.DeclaringType == type);
        if (method == null) continue;
        string outcome;
        try {
          var proxy = Activator.CreateInstance(type);
          type.GetProperty("Url").SetValue(proxy, args[0] + fields[1], null);
          var texts = fields.Skip(4).Select(field => field.Split(':'))
            .ToDictionary(parts => protocol.StartsWith("Http") ? parts[3] : parts[0], parts => Encoding.UTF8.GetString(Convert.FromBase64String(parts[2])));
          // Out parameters have no value to begin with.
          var values = method.GetParameters().Select(p => {
            var kind = p.ParameterType.IsByRef ? p.ParameterType.GetElementType() : p.ParameterType;
            return texts.ContainsKey(p.Name) ? Parse(texts[p.Name], kind) : null;
          }).ToArray();
          var result = Flatten(method.Invoke(proxy, values));
          foreach (var p in method.GetParameters().Where(p => p.ParameterType.IsByRef).OrderBy(p => p.Name, StringComparer.Ordinal))
            result += ";" + p.Name + "=" + Flatten(values[p.Position]);
          outcome = "ok\t" + Encode(result);
        } catch (Exception e) {
          var inner = e is TargetInvocationException ? e.InnerException : e;
          outcome = "failed\t" + Encode(inner.GetType().Name + ": " + inner.Message);
        }
        Console.WriteLine(fields[0] + "\t" + protocol + "\t" + outcome);
      }
    }
    return 0;
  }
}
