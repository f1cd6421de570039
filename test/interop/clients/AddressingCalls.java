import filesns.FilesSoap;
import java.net.URL;
import java.util.Arrays;
import javax.jws.WebService;
import javax.xml.namespace.QName;
import javax.xml.ws.BindingType;
import javax.xml.ws.Endpoint;
import javax.xml.ws.Service;
import javax.xml.ws.soap.Addressing;
import javax.xml.ws.soap.AddressingFeature;
import javax.xml.ws.soap.SOAPBinding;

/** Calls with WS-Addressing, and wants it in answers; or serves what wants it in requests. */
public class AddressingCalls {
  static final String namespace = "http://example.org/files/";

  @Addressing(required = true)
  @WebService(endpointInterface = "filesns.FilesSoap", targetNamespace = namespace)
  public static class Soap implements FilesSoap {
    public byte[] echo(String name, byte[] data) {
      return data;
    }
  }

  @Addressing(required = true)
  @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
  @WebService(endpointInterface = "filesns.FilesSoap", targetNamespace = namespace)
  public static class Soap12 implements FilesSoap {
    public byte[] echo(String name, byte[] data) {
      return data;
    }
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("serve")) {
      Endpoint.publish(arguments[1] + "/Soap", new Soap());
      Endpoint.publish(arguments[1] + "/Soap12", new Soap12());
      System.out.println("listens");
      System.in.read();
      System.exit(0);
    }
    URL wsdl = new URL(arguments[1] + "/Files.asmx?WSDL");
    Service service = Service.create(wsdl, new QName(namespace, "Files"));
    byte[] data = {1, 2, 3};
    for (String port : new String[] {"FilesSoap", "FilesSoap12"}) {
      String outcome = "right";
      try {
        QName name = new QName(namespace, port);
        AddressingFeature wanted = new AddressingFeature(true, true);
        byte[] back = service.getPort(name, FilesSoap.class, wanted).echo("n", data);
        if (!Arrays.equals(data, back)) outcome = "other bytes";
      } catch (Exception error) {
        outcome = error.toString();
      }
      System.out.println(port + "\t" + outcome);
    }
  }
}
