import com.sun.tools.ws.WsImport;
import java.nio.charset.StandardCharsets;

/** Runs wsimport once for each line of arguments, in one process. */
public final class Imports {
    public static void main(String[] given) throws Throwable {
        String lines = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        for (String line : lines.split("\n")) {
            if (WsImport.doMain(line.split("\t")) != 0) {
                System.exit(1);
            }
        }
    }
}
