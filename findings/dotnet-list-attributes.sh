#!/usr/bin/env bash
# .NET 10.0.12 (Microsoft.NETCore.App.Runtime.linux-x64 from NuGet; needs a .NET 10 SDK): XmlSerializer writes an
# attribute that holds a list of hexBinary in base64, and a list of date or time as whole dateTimes. The schema that it
# exports for the class says a list of hexBinary, date or time, by which what it writes is not valid, and it cannot read
# it: "'Cv8=' is not a valid BinHex text sequence". One value in an attribute and lists in elements are right.
#
# Seen on 2026-12-01:
#   attribute, hexBinary[]: Cv8= AQ==, not valid, not read
#   attribute, date[]: 2020-01-02T00:00:00, not valid, not read
#   attribute, time[]: 0001-01-01T10:20:30Z, not valid, not read
#   attribute, hexBinary: 0AFF, valid, read
#   element, hexBinary[]: 0AFF 01, valid, read
#   element, date[]: 2020-01-02, valid, read
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >finding.csproj <<'XML'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <RuntimeFrameworkVersion>10.0.12</RuntimeFrameworkVersion>
    <RuntimeIdentifier>linux-x64</RuntimeIdentifier>
    <SelfContained>true</SelfContained>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
XML
cat >Program.cs <<'CS'
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;

byte[][] bytes = [[0x0a, 0xff], [1]];
var date = new DateTime(2020, 1, 2);
var time = new DateTime(1, 1, 1, 10, 20, 30, DateTimeKind.Utc);
Show("attribute, hexBinary[]", new HexAttribute { V = bytes });
Show("attribute, date[]", new DateAttribute { V = [date] });
Show("attribute, time[]", new TimeAttribute { V = [time] });
Show("attribute, hexBinary", new OneAttribute { V = bytes[0] });
Show("element, hexBinary[]", new HexElement { V = bytes });
Show("element, date[]", new DateElement { V = [date] });

static void Show(string name, object value)
{
    var serializer = new XmlSerializer(value.GetType());
    var text = new StringWriter();
    serializer.Serialize(text, value);
    var xml = text.ToString();
    var schemas = new XmlSchemas();
    new XmlSchemaExporter(schemas).ExportTypeMapping(new XmlReflectionImporter().ImportTypeMapping(value.GetType()));
    var settings = new XmlReaderSettings { ValidationType = ValidationType.Schema };
    foreach (XmlSchema schema in schemas) settings.Schemas.Add(schema);
    var valid = "valid";
    settings.ValidationEventHandler += (_, _) => valid = "not valid";
    using (var reader = XmlReader.Create(new StringReader(xml), settings)) while (reader.Read()) { }
    var read = "read";
    try { serializer.Deserialize(new StringReader(xml)); } catch (InvalidOperationException) { read = "not read"; }
    var written = Regex.Matches(xml, "(?<= V=\")[^\"]*|(?<=<V>)[^<]*").Select(match => match.Value);
    Console.WriteLine($"{name}: {string.Join(" ", written)}, {valid}, {read}");
}

public class HexAttribute { [XmlAttribute(DataType = "hexBinary")] public byte[][]? V; }
public class DateAttribute { [XmlAttribute(DataType = "date")] public DateTime[]? V; }
public class TimeAttribute { [XmlAttribute(DataType = "time")] public DateTime[]? V; }
public class OneAttribute { [XmlAttribute(DataType = "hexBinary")] public byte[]? V; }
public class HexElement { [XmlElement(DataType = "hexBinary")] public byte[][]? V; }
public class DateElement { [XmlElement(DataType = "date")] public DateTime[]? V; }
CS
found=$(dotnet run -v quiet)
expected='attribute, hexBinary[]: Cv8= AQ==, not valid, not read
attribute, date[]: 2020-01-02T00:00:00, not valid, not read
attribute, time[]: 0001-01-01T10:20:30Z, not valid, not read
attribute, hexBinary: 0AFF, valid, read
element, hexBinary[]: 0AFF 01, valid, read
element, date[]: 2020-01-02, valid, read'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
