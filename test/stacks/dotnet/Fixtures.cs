// What other tests compare with: DataSets as .NET writes them, and the letters that it leaves in names.
using System.Data;
using System.Data.SqlTypes;
using System.Xml;
using System.Xml.Serialization;

public enum Colour { Red, Green }

static class Fixtures
{
    // files by name
    public static Dictionary<string, object> All() => new()
    {
        ["column-namespace"] = Text(ColumnNamespace()),
        ["deleted"] = Text(Deleted()),
        ["empty"] = Text(SetOf("NewDataSet", ("Id", typeof(int)))),
        ["objects"] = Text(Objects()),
        ["own-types"] = Text(OwnTypes()),
        ["schema-types"] = Text(SchemaTypes()),
        ["scripts"] = Text(Scripts()),
        ["sql-types"] = Text(SqlTypes()),
        ["two-namespaces"] = Text(TwoNamespaces()),
        ["without-schema"] = Text(WithoutSchema()),
        ["name-characters"] = new { start = Letters(""), inside = Letters("a") },
    };

    static string Text(DataSet set)
    {
        var text = new StringWriter();
        using (var writer = XmlWriter.Create(text, new() { Indent = true, OmitXmlDeclaration = true, NewLineChars = "\n" }))
            new XmlSerializer(typeof(DataSet), new XmlRootAttribute("Set"))
                .Serialize(writer, set, new XmlSerializerNamespaces([XmlQualifiedName.Empty]));
        return text.ToString();
    }

    static DataSet SetOf(string name, params (string Name, Type Type)[] columns) =>
        SetOf(new DataSet(name), "T", columns);

    static DataSet SetOf(DataSet set, string name, params (string Name, Type Type)[] columns)
    {
        var table = set.Tables.Add(name);
        foreach (var column in columns) table.Columns.Add(column.Name, column.Type);
        return set;
    }

    static DataSet With(this DataSet set, params object[][] rows)
    {
        foreach (var row in rows) set.Tables[0].Rows.Add(row);
        set.AcceptChanges();
        return set;
    }

    static DataSet ColumnNamespace()
    {
        var set = SetOf("S", ("Id", typeof(int)), ("Name", typeof(string)));
        set.Tables[0].TableName = "Student";
        set.Tables[0].Columns["Name"].Namespace = "urn:app1";
        return set.With([1, "x"], [2, null]);
    }

    static DataSet Deleted()
    {
        var set = SetOf("NewDataSet", ("Id", typeof(int))).With([1]);
        set.Tables[0].Rows[0].Delete();
        return set;
    }

    static DataSet Objects()
    {
        object[] values =
        [
            10.50m, new DateTime(2026, 11, 28, 1, 2, 3, DateTimeKind.Utc),
            Guid.Parse("6f9619ff-8b86-d011-b42d-00c04fc964ff"), TimeSpan.FromMinutes(5), 'c', (short)1,
            (byte)2, (ushort)3, (sbyte)4, 5u, 1.5f, 6ul, 7L, 8, 2.5, "s", true, new byte[] { 1, 2 },
            new Uri("http://a/"),
        ];
        var set = SetOf("NewDataSet", ("V", typeof(object)))
            .With(values.Select(value => new[] { value }).ToArray());
        set.Tables[0].Rows[0]["V"] = 11.50m;
        return set;
    }

    static DataSet OwnTypes() =>
        SetOf("NewDataSet", ("Numbers", typeof(int[])), ("Colour", typeof(Colour)))
            .With([new[] { 1, 2 }, Colour.Green]);

    static DataSet SchemaTypes()
    {
        string[] moments = ["date", "time", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay", "dateTime"];
        string[] numbers =
            ["integer", "negativeInteger", "nonPositiveInteger", "nonNegativeInteger", "positiveInteger"];
        var elements = string.Concat(moments.Append("hexBinary").Concat(numbers).Select(name =>
            $"<xs:element name='{name}' type='xs:{name}' minOccurs='0'/>"));
        var set = new DataSet();
        set.ReadXmlSchema(new StringReader(
            "<xs:schema id='S' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
            + "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='S' msdata:IsDataSet='true'>"
            + "<xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'><xs:element name='T'><xs:complexType>"
            + $"<xs:sequence>{elements}</xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType>"
            + "</xs:element></xs:schema>"));
        var row = set.Tables[0].NewRow();
        foreach (var name in moments) row[name] = new DateTime(2026, 11, 28, 10, 20, 30);
        foreach (var name in numbers)
            row[name] = Convert.ChangeType(name[0] is 'i' || name.Contains("nonPos") || name[1] == 'e' ? -5 : 5,
                set.Tables[0].Columns[name].DataType);
        row["hexBinary"] = new byte[] { 0xAB, 0xCD };
        set.Tables[0].Rows.Add(row);
        var second = set.Tables[0].NewRow();
        second["hexBinary"] = Convert.FromBase64String("abcd");
        set.Tables[0].Rows.Add(second);
        set.AcceptChanges();
        return set;
    }

    static DataSet Scripts()
    {
        string[] names =
        [
            "ユーザー", "佐々木", "ชื่อ", "नाम", "چای", "Việt", "Իմ", "გვარი", "col·lecció", "a_X0020_b", "Straße",
        ];
        var set = SetOf("NewDataSet", names.Select(name => (name, typeof(string))).ToArray());
        set.Tables[0].TableName = "データ";
        return set.With([names]);
    }

    static DataSet SqlTypes() =>
        SetOf("NewDataSet", ("Byte", typeof(SqlByte)), ("Binary", typeof(SqlBinary)), ("Int", typeof(SqlInt32)),
            ("Money", typeof(SqlMoney)), ("Guid", typeof(SqlGuid)), ("Text", typeof(SqlString)),
            ("Moment", typeof(SqlDateTime)), ("Bool", typeof(SqlBoolean)))
            .With([new SqlByte(200), new SqlBinary([0xAB, 0xCD]), new SqlInt32(5), new SqlMoney(1.5m),
                new SqlGuid("6f9619ff-8b86-d011-b42d-00c04fc964ff"), new SqlString("x"),
                new SqlDateTime(2026, 11, 28, 10, 20, 30), new SqlBoolean(true)]);

    static DataSet TwoNamespaces()
    {
        var set = new DataSet();
        set.Tables.Add("T", "urn:a").Columns.Add("X", typeof(int));
        set.Tables.Add("T", "urn:b").Columns.Add("X", typeof(string));
        set.Tables[0].Rows.Add(1);
        set.Tables[1].Rows.Add("two");
        set.AcceptChanges();
        return set;
    }

    // only sets of a class of their own leave the schema out
    class Typed : DataSet
    {
        public override SchemaSerializationMode SchemaSerializationMode { get; set; } =
            SchemaSerializationMode.ExcludeSchema;
    }

    static DataSet WithoutSchema() =>
        SetOf(new Typed { DataSetName = "Typed" }, "Class", ("ClassId", typeof(int)), ("Size", typeof(double)))
            .With([1, 2.5]);

    // code points that XmlConvert.EncodeLocalName leaves as they are, in ranges
    static string Letters(string before)
    {
        var ranges = new List<string>();
        var first = -1;
        for (var code = 0; code <= 0x110000; code++)
        {
            var isKept = code < 0x110000 && code is < 0xD800 or > 0xDFFF && code < 0x110000
                && XmlConvert.EncodeLocalName(before + char.ConvertFromUtf32(code))
                    == before + char.ConvertFromUtf32(code);
            if (isKept && first < 0) first = code;
            if (isKept || first < 0) continue;
            ranges.Add(first == code - 1 ? $"{first:x4}" : $"{first:x4}-{code - 1:x4}");
            first = -1;
        }
        return string.Join(' ', ranges);
    }
}
