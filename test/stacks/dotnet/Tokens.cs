// Signs and verifies assertions of SAML, and messages with them, with SignedXml: what to do, the document, and the
// PEM of a key or a secret in base64.
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Security.Cryptography.Xml;
using System.Xml;

static class Tokens
{
    const string Wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    const string Dsig = "http://www.w3.org/2000/09/xmldsig#";

    // SignedXml knows neither wsu:Id nor the ID of an assertion
    class Signed(XmlDocument document) : SignedXml(document)
    {
        public override XmlElement GetIdElement(XmlDocument document, string id) =>
            document.SelectNodes("//*").Cast<XmlElement>().SingleOrDefault(one =>
                one.GetAttribute("Id", Wsu) == id || one.GetAttribute("ID") == id
                || one.GetAttribute("AssertionID") == id);
    }

    static XmlElement Find(XmlNode node, string path) => (XmlElement)node.SelectSingleNode(path);

    static XmlElement SignatureOf(XmlDocument document) =>
        Find(document, "/*/*/*[local-name() = 'Security']/*[local-name() = 'Signature']")
        ?? Find(document, "/*[local-name() = 'Assertion']/*[local-name() = 'Signature']");

    static KeyedHashAlgorithm MacOf(string secret, string uri) => uri.EndsWith("hmac-sha1")
        ? new HMACSHA1(Convert.FromBase64String(secret))
        : new HMACSHA256(Convert.FromBase64String(secret));

    // the document has a signature, whose values are computed anew, or verified
    public static string Answer(Func<string, string> asked)
    {
        var document = new XmlDocument { PreserveWhitespace = true };
        document.LoadXml(asked("xml"));
        var element = SignatureOf(document);
        var given = new Signed(document);
        given.LoadXml(element);
        if (asked("what") == "verify")
        {
            var isRight = asked("secret") == null
                ? given.CheckSignature(X509Certificate2.CreateFromPem(asked("cert")).PublicKey.GetRSAPublicKey())
                : given.CheckSignature(MacOf(asked("secret"), given.SignedInfo.SignatureMethod));
            return isRight ? "right" : "wrong";
        }
        var info = Find(element, "*[local-name() = 'KeyInfo']");
        var parent = element.ParentNode;
        var place = element.NextSibling;
        parent.RemoveChild(element);
        var own = new Signed(document);
        own.SignedInfo.CanonicalizationMethod = SignedXml.XmlDsigExcC14NTransformUrl;
        foreach (Reference one in given.SignedInfo.References)
        {
            var reference = new Reference(one.Uri) { DigestMethod = one.DigestMethod };
            foreach (Transform transform in one.TransformChain)
            {
                reference.AddTransform(transform is XmlDsigEnvelopedSignatureTransform
                    ? new XmlDsigEnvelopedSignatureTransform()
                    : new XmlDsigExcC14NTransform());
            }
            own.AddReference(reference);
        }
        own.KeyInfo = new KeyInfo();
        own.KeyInfo.AddClause(new KeyInfoNode((XmlElement)info.FirstChild));
        if (asked("secret") == null)
        {
            own.SignedInfo.SignatureMethod = given.SignedInfo.SignatureMethod;
            var key = RSA.Create();
            key.ImportFromPem(asked("key"));
            own.SigningKey = key;
            own.ComputeSignature();
        }
        else
        {
            own.ComputeSignature(MacOf(asked("secret"), given.SignedInfo.SignatureMethod));
        }
        parent.InsertBefore(document.ImportNode(own.GetXml(), true), place);
        return document.OuterXml;
    }
}
