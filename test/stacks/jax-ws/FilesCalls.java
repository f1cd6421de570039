import filesns.FilesSoap;
import java.net.URL;
import java.util.Arrays;
import javax.jws.WebService;
import javax.xml.namespace.QName;
import javax.xml.ws.BindingType;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Service;
import javax.xml.ws.WebServiceFeature;
import javax.xml.ws.soap.AddressingFeature;
import javax.xml.ws.soap.MTOMFeature;
import javax.xml.ws.soap.SOAPBinding;

/**
 * Sends bytes and compares what comes back, or serves what sends them back: with MTOM, or with WS-Addressing, which it
 * wants of the other side, too. Arguments: call mtom|addressing BASE SIZE… | serve mtom|addressing BASE
 */
public class FilesCalls {
  static final String namespace = "http://example.org/files/";

  @WebService(endpointInterface = "filesns.FilesSoap", targetNamespace = namespace)
  public static class Soap implements FilesSoap {
    public byte[] echo(String name, byte[] data) {
      return data;
    }
  }

  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  @WebService(endpointInterface = "filesns.FilesSoap", targetNamespace = namespace)
  public static class Soap12 implements FilesSoap {
    public byte[] echo(String name, byte[] data) {
      return data;
    }
  }

  public static void main(String[] arguments) throws Exception {
    WebServiceFeature feature =
        arguments[1].equals("mtom") ? new MTOMFeature(0) : new AddressingFeature(true, true);
    if (arguments[0].equals("serve")) {
      Endpoint.publish(arguments[2] + "/Soap", new Soap(), feature);
      Endpoint.publish(arguments[2] + "/Soap12", new Soap12(), feature);
      System.out.println("listens");
      System.in.read();
      System.exit(0);
    }
    URL wsdl = new URL(arguments[2] + "/Files.asmx?WSDL");
    Service service = Service.create(wsdl, new QName(namespace, "Files"));
    for (String port : new String[] {"FilesSoap", "FilesSoap12"}) {
      for (int at = 3; at < arguments.length; at += 1) {
        byte[] data = new byte[Integer.parseInt(arguments[at])];
        for (int index = 0; index < data.length; index += 1) data[index] = (byte) (index * 7);
        String outcome = "right";
        try {
          QName name = new QName(namespace, port);
          byte[] back = service.getPort(name, FilesSoap.class, feature).echo("n", data);
          if (!Arrays.equals(data, back)) outcome = "other bytes";
        } catch (Exception error) {
          outcome = error.toString();
        }
        System.out.println(port + " " + data.length + "\t" + outcome);
      }
    }
  }
}
