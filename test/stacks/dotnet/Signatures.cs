// Signs and verifies messages of WS-Security with SignedXml.
using System.Security.Cryptography.X509Certificates;
using System.Security.Cryptography.Xml;
using System.Xml;

static class Signatures
{
    const string Oasis = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
    const string Wsse = Oasis + "wssecurity-secext-1.0.xsd";
    const string Wsu = Oasis + "wssecurity-utility-1.0.xsd";

    // SignedXml knows no wsu:Id
    class Message(XmlDocument document) : SignedXml(document)
    {
        public override XmlElement GetIdElement(XmlDocument document, string id) =>
            document.SelectNodes("//*").Cast<XmlElement>()
                .SingleOrDefault(one => one.GetAttribute("Id", Wsu) == id);
    }

    static XmlDocument DocumentOf(string xml)
    {
        var document = new XmlDocument { PreserveWhitespace = true };
        document.LoadXml(xml);
        return document;
    }

    static XmlElement Find(XmlNode node, string name) =>
        (XmlElement)node.SelectSingleNode($"//*[local-name() = '{name}']");

    // signs the Body and a Timestamp; the certificate is in a BinarySecurityToken; with `entitize`,
    // carriage returns and tabs are written as references, otherwise as OuterXml has them
    public static string Sign(string xml, string cert, string key, bool entitize)
    {
        var document = DocumentOf(xml);
        var certificate = X509Certificate2.CreateFromPem(cert, key);
        var body = Find(document, "Body");
        body.SetAttribute("xmlns:u", Wsu);
        body.SetAttribute("Id", Wsu, "body");
        var now = DateTime.UtcNow;
        var token = Convert.ToBase64String(certificate.RawData);
        var security = document.CreateElement("o", "Security", Wsse);
        security.InnerXml =
            $"<u:Timestamp xmlns:u='{Wsu}' u:Id='time'><u:Created>{now:yyyy-MM-ddTHH:mm:ss.fffZ}</u:Created>"
            + $"<u:Expires>{now.AddMinutes(5):yyyy-MM-ddTHH:mm:ss.fffZ}</u:Expires></u:Timestamp>"
            + $"<o:BinarySecurityToken xmlns:o='{Wsse}' xmlns:u='{Wsu}' u:Id='token' "
            + $"EncodingType='{Oasis}soap-message-security-1.0#Base64Binary' "
            + $"ValueType='{Oasis}x509-token-profile-1.0#X509v3'>{token}</o:BinarySecurityToken>";
        var header = document.CreateElement("s", "Header", body.NamespaceURI);
        header.AppendChild(security);
        document.DocumentElement.InsertBefore(header, body);
        var message = new Message(document) { SigningKey = certificate.GetRSAPrivateKey() };
        message.SignedInfo.CanonicalizationMethod = SignedXml.XmlDsigExcC14NTransformUrl;
        foreach (var id in new[] { "body", "time" })
        {
            var reference = new Reference("#" + id);
            reference.AddTransform(new XmlDsigExcC14NTransform());
            message.AddReference(reference);
        }
        var pointer = document.CreateElement("o", "SecurityTokenReference", Wsse);
        pointer.InnerXml = $"<o:Reference xmlns:o='{Wsse}' URI='#token' "
            + $"ValueType='{Oasis}x509-token-profile-1.0#X509v3' />";
        message.KeyInfo.AddClause(new KeyInfoNode(pointer));
        message.ComputeSignature();
        security.AppendChild(message.GetXml());
        if (!entitize) return document.OuterXml;
        var text = new StringWriter();
        using (var writer = XmlWriter.Create(text, new() { NewLineHandling = NewLineHandling.Entitize, OmitXmlDeclaration = true }))
            document.Save(writer);
        return text.ToString();
    }

    // what is signed, by the certificate in the message
    public static List<string> Verify(string xml)
    {
        var document = DocumentOf(xml);
        var message = new Message(document);
        message.LoadXml(Find(document, "Signature"));
        var token = Convert.FromBase64String(Find(document, "BinarySecurityToken").InnerText);
        var certificate = X509CertificateLoader.LoadCertificate(token);
        if (!message.CheckSignature(certificate.GetRSAPublicKey())) return [];
        return message.SignedInfo.References.Cast<Reference>()
            .Select(one => message.GetIdElement(document, one.Uri[1..]).LocalName).ToList();
    }
}
