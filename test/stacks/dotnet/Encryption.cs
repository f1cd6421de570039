// Encrypts and decrypts the content of a Body with EncryptedXml.
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Security.Cryptography.Xml;
using System.Xml;

static class Encryption
{
    static XmlDocument DocumentOf(string xml)
    {
        var document = new XmlDocument { PreserveWhitespace = true };
        document.LoadXml(xml);
        return document;
    }

    static XmlElement Find(XmlNode node, string name) =>
        (XmlElement)node.SelectSingleNode($"//*[local-name() = '{name}']");

    public static string Encrypt(string xml, string content, string cert)
    {
        var document = DocumentOf(xml);
        var bits = content.Contains("128") ? 128 : content.Contains("192") ? 192 : 256;
        using var aes = Aes.Create();
        aes.KeySize = bits;
        if (!content.EndsWith("cbc")) throw new NotSupportedException(content);
        var body = Find(document, "Body");
        var encrypted = new EncryptedXml();
        var data = new EncryptedData
        {
            Id = "partner",
            Type = EncryptedXml.XmlEncElementContentUrl,
            EncryptionMethod = new EncryptionMethod(content),
        };
        data.CipherData.CipherValue = encrypted.EncryptData(body, aes, true);
        using var rsa = X509Certificate2.CreateFromPem(cert).GetRSAPublicKey();
        var key = new EncryptedKey
        {
            EncryptionMethod = new EncryptionMethod(EncryptedXml.XmlEncRSAOAEPUrl),
            CipherData = new CipherData(EncryptedXml.EncryptKey(aes.Key, rsa, true)),
        };
        data.KeyInfo = new KeyInfo();
        data.KeyInfo.AddClause(new KeyInfoEncryptedKey(key));
        EncryptedXml.ReplaceElement(body, data, true);
        return document.OuterXml;
    }

    public static string Decrypt(string xml, string key)
    {
        var document = DocumentOf(xml);
        using var rsa = RSA.Create();
        rsa.ImportFromPem(key);
        var data = new EncryptedData();
        data.LoadXml(Find(document, "EncryptedData"));
        var wrapped = data.KeyInfo.OfType<KeyInfoEncryptedKey>().Single().EncryptedKey;
        using var aes = Aes.Create();
        aes.Key = EncryptedXml.DecryptKey(wrapped.CipherData.CipherValue, rsa, true);
        var encrypted = new EncryptedXml(document);
        encrypted.ReplaceData(Find(document, "EncryptedData"), encrypted.DecryptData(data, aes));
        return document.OuterXml;
    }
}
