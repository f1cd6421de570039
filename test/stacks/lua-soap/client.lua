-- Calls with LuaSOAP: lines of operation, WSDL, URL, what is sent, and arguments; prints JSON lines.
local client = require "soap.client"
io.stdout:setvbuf "line"

local function text(value)
  local function escape(one) return string.format("\\u%04x", one:byte()) end
  return '"' .. tostring(value):gsub('[%c"\\]', escape) .. '"'
end

-- elements by name: texts, or their elements; a name that comes again becomes a list
local function json(element)
  if type(element[1]) ~= "table" then return text(element[1] or "") end
  local names, values = {}, {}
  for _, one in ipairs(element) do
    if type(one) == "table" then
      if values[one.tag] == nil then
        names[#names + 1] = one.tag
        values[one.tag] = {}
      end
      table.insert(values[one.tag], json(one))
    end
  end
  for at, name in ipairs(names) do
    local all = values[name]
    names[at] = text(name) .. ":" .. (#all == 1 and all[1] or "[" .. table.concat(all, ",") .. "]")
  end
  return "{" .. table.concat(names, ",") .. "}"
end

local sent = {
  boolean = { tag = "flag", true },
  long = { tag = "long", 2 ^ 53 },
  text = { tag = "text", "&lt;b&gt;" },
}

for line in io.lines() do
  local operation, url, as = line:match "^(%a+)\t[^\t]*\t([^\t]*)\t([^\t]*)"
  local entries = operation == "Echo" and { { tag = "values", sent[as] } } or {}
  if operation == "Get" then entries = { { tag = "id", "1" } } end
  local ok, found, _, result = pcall(client.call, {
    url = url,
    soapaction = "urn:school/" .. operation,
    method = operation,
    namespace = "urn:school",
    entries = entries,
  })
  if ok then
    print('{"value":' .. json(result[1] or { "" }) .. "}")
  else
    print('{"error":' .. text(found) .. "}")
  end
end
