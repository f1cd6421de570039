/** A contract for the tests of `call`. */
export const shop: string = `asmx: 1
name: Shop
namespace: urn:shop
baseUrl: http://localhost:9
services:
  Orders:
    operations:
      PlaceOrder: { parameters: { order: Order, note: string? }, returns: int }
      Total: { parameters: { since: dateTime, limit: long }, returns: decimal }
      Ping: {}
  Admin:
    operations:
      Ping: {}
types:
  Order: { fields: { id: long, items: 'Item[]', mark: Mark, raw: base64Binary? } }
  Item: { fields: { sku: int, name: string? } }
  Mark: { values: [A, B] }
`;
