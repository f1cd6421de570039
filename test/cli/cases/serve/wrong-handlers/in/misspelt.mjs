export default { palceOrder() {} };
