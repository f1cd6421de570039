import java.util.Calendar;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis.AxisFault;

/** The shop as a service of Axis 1.4. */
public class AxisShopService {
  public String login(String user, String password) { return "s1"; }
  public String three(String a, String b, String c) { return a + "|" + b + "|" + c; }
  public AxisShop.Product[] list(AxisShop.Filter[] filters, int page) {
    if (filters.length == 0) return new AxisShop.Product[0];
    return new AxisShop.Product[] {
      AxisShop.product(7, "A-1", "10.75", "x", "y"), AxisShop.product(8, "\u00e9 <&>", "-3")
    };
  }
  public AxisShop.Product info(AxisShop.Product product) { return product; }
  public int create(AxisShop.Product product) { return product.getId(); }
  public AxisShop.Cart cart(AxisShop.Cart cart) {
    // one object, which is sent as a reference
    cart.setShipping(cart.getBilling());
    return cart;
  }
  public int[] sums(int[] numbers) { return numbers; }
  public double price(double amount) { return amount; }
  public boolean stock(boolean inStock) { return inStock; }
  public Calendar changed(Calendar at) { return at; }
  public String text(String text) { return text; }
  public String fail(String how) throws AxisFault {
    throw new AxisFault(new QName("102"), "no such product", null, null);
  }
  public Map attributes(Map attributes) { return attributes; }
  public Map[] rows(Map[] rows) { return rows; }
  public AxisShop.Setting setting(AxisShop.Setting setting) { return setting; }
}
