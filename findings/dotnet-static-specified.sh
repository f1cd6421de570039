#!/usr/bin/env bash
# .NET 10.0.12 (Microsoft.NETCore.App.Runtime.linux-x64 from NuGet; needs a .NET 10 SDK): PublishAot=true turns
# dynamic code off, and every program of one file (dotnet run app.cs) has it off. XmlSerializer then reads a field
# with a "Specified" field beside it, but leaves that at false. No exception; the program takes the value for absent,
# and does not write it. Properties of the same names are right.
#
# Seen on 2026-11-30:
#   with dynamic code:
#   Fields: Count is written again
#   Properties: Count is written again
#   without dynamic code:
#   Fields: Count is lost
#   Properties: Count is written again
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >finding.csproj <<'END'
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
END
cat >Program.cs <<'END'
using System.Xml.Serialization;

foreach (var type in new[] { typeof(Fields), typeof(Properties) })
{
    var serializer = new XmlSerializer(type);
    var read = serializer.Deserialize(new StringReader($"<{type.Name}><Count>5</Count></{type.Name}>"))!;
    var text = new StringWriter();
    serializer.Serialize(text, read);
    var found = text.ToString().Contains("<Count>5</Count>") ? "Count is written again" : "Count is lost";
    Console.WriteLine($"{type.Name}: {found}");
}

public class Fields { public int Count; [XmlIgnore] public bool CountSpecified; }
public class Properties { public int Count { get; set; } [XmlIgnore] public bool CountSpecified { get; set; } }
END

# run SUPPORT: what the program prints with the property DynamicCodeSupport at true or false.
run() {
  dotnet build -v quiet -nologo -o "out-$1" -p:DynamicCodeSupport="$1" >log 2>&1 || { cat log >&2; exit 1; }
  "out-$1/finding"
  rm -rf obj
}

found="with dynamic code:
$(run true)
without dynamic code:
$(run false)"
expected='with dynamic code:
Fields: Count is written again
Properties: Count is written again
without dynamic code:
Fields: Count is lost
Properties: Count is written again'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
