{-# LANGUAGE OverloadedStrings #-}
-- Calls with soap: lines of operation, WSDL, URL, what is sent, and arguments; prints JSON lines.
import Control.Exception (Handler (..), SomeException, catches)
import Data.List (intercalate, nub)
import qualified Data.Text as T
import Network.SOAP
import Network.SOAP.Exception (SOAPFault (..))
import Network.SOAP.Transport.HTTP (initTransport_)
import System.IO
import Text.XML (Name (..))
import qualified Text.XML as X
import Text.XML.Cursor (Cursor, anyElement, content, laxElement, node, ($/), ($//))
import Text.XML.Writer (XML, element, empty)

text :: T.Text -> String
text given = "\"" ++ concatMap escaped (T.unpack given) ++ "\""
  where
    escaped c
      | c `elem` ['"', '\\'] = ['\\', c]
      | c == '\n' = "\\n"
      | otherwise = [c]

-- elements by name: texts, or their elements; a name that comes again becomes a list
json :: Cursor -> String
json one
  | null children = text (T.concat (one $/ content))
  | otherwise = "{" ++ intercalate "," (map member (nub (map name children))) ++ "}"
  where
    children = one $/ anyElement
    member key = text key ++ ":" ++ listed [json child | child <- children, name child == key]
    listed [single] = single
    listed all' = "[" ++ intercalate "," all' ++ "]"

name :: Cursor -> T.Text
name one = case node one of
  X.NodeElement (X.Element (Name local _ _) _ _) -> local
  _ -> ""

own :: T.Text -> Name
own local = Name local (Just "urn:school") Nothing

body :: T.Text -> XML
body "Get" = element (own "Get") (element (own "id") (1 :: Int))
body "Echo" = element (own "Echo") (element (own "values") (element (own "weight") (1 / 0 :: Double)))
body operation = element (own operation) empty

call :: T.Text -> T.Text -> IO String
call operation url = do
  transport <- initTransport_ (T.unpack url)
  found <- invokeWS transport ("urn:school/" ++ T.unpack operation) () (body operation) (CursorParser result)
  return ("{\"value\":" ++ found ++ "}")
  where
    result answer = case answer $// laxElement (operation <> "Result") of
      one : _ -> json one
      [] -> "null"

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdin, stdout]
  hSetBuffering stdout LineBuffering
  given <- getContents
  mapM_ (answer . T.splitOn "\t" . T.pack) (lines given)
  where
    answer (operation : _ : url : _) = do
      found <- call operation url `catches` [Handler faulted, Handler failed]
      putStrLn found
    answer _ = return ()
    faulted (SOAPFault code said detail) =
      return ("{\"error\":" ++ text (code <> ": " <> said) ++ ",\"detail\":" ++ text detail ++ "}")
    failed :: SomeException -> IO String
    failed problem = return ("{\"error\":" ++ text (T.pack (show problem)) ++ "}")
