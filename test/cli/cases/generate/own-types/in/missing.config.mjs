const money = { import: './money.js', type: 'Money', parse: 'parseMoney', format: 'formatMoney' };
export default { contracts: [{ input: 'shop.wsdl', types: { Amount: money } }] };
