#!/usr/bin/env bash
# .NET 10.0.12 (Microsoft.NETCore.App.Runtime.linux-x64 from NuGet; needs a .NET 10 SDK): PublishAot=true turns
# dynamic code off, and every program of one file (dotnet run app.cs) has it off. XmlSerializer then cannot write an
# object of which a member of type XmlElement, or with DataType NMTOKENS, is null: it throws. So classes with such
# optional elements write only objects that have them. Elsewhere a null member is left out, as it is here for other
# types.
#
# Seen on 2026-11-30:
#   with dynamic code:
#   Any: written
#   Tokens: written
#   References: written
#   Entities: written
#   Token: written
#   Text: written
#   without dynamic code:
#   Any: NullReferenceException
#   Tokens: InvalidOperationException
#   References: written
#   Entities: written
#   Token: written
#   Text: written
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
using System.Xml;
using System.Xml.Serialization;

object[] values = [new Any(), new Tokens(), new References(), new Entities(), new Token(), new Text()];
foreach (var value in values)
{
    string found;
    try { new XmlSerializer(value.GetType()).Serialize(new StringWriter(), value); found = "written"; }
    catch (InvalidOperationException error) { found = error.InnerException!.GetType().Name; }
    Console.WriteLine($"{value.GetType().Name}: {found}");
}

public class Any { public XmlElement? Content; }
public class Tokens { [XmlElement(DataType = "NMTOKENS")] public string? Content; }
public class References { [XmlElement(DataType = "IDREFS")] public string? Content; }
public class Entities { [XmlElement(DataType = "ENTITIES")] public string? Content; }
public class Token { [XmlElement(DataType = "token")] public string? Content; }
public class Text { public string? Content; }
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
Any: written
Tokens: written
References: written
Entities: written
Token: written
Text: written
without dynamic code:
Any: NullReferenceException
Tokens: InvalidOperationException
References: written
Entities: written
Token: written
Text: written'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
