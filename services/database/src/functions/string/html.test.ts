import { describeFunctions } from "../testing/table.ts";
import { html } from "./html.ts";

describeFunctions(html, [
  ["string::html::encode", [""], "''"],
  [
    "string::html::encode",
    ["<b>a & 'b' \"c\" / =` é\n</b>"],
    "'&lt;b&gt;a&#32;&amp;&#32;&apos;b&apos;&#32;&quot;c&quot;&#32;&#47;&#32;&#61;&grave;&#32;é&#10;&lt;&#47;b&gt;'",
  ],
  ["string::html::encode", ["a b\tc"], "'a&#32;b&#9;c'"],
  ["string::html::sanitize", ["<img src=x onerror=y><p>hi<br></p>"], "'<img src=\"x\"><p>hi<br></p>'"],
  [
    "string::html::sanitize",
    ["<script>alert(1)</script><b onclick='x'>hi</b><a href='http://x.com'>l</a>"],
    '\'<b>hi</b><a href="http://x.com" rel="noopener noreferrer">l</a>\'',
  ],
  ["string::html::sanitize", ["a < b & c"], "'a &lt; b &amp; c'"],
  ["string::html::sanitize", ["<a href='javascript:alert(1)'>x</a>"], "'<a rel=\"noopener noreferrer\">x</a>'"],
  [
    "string::html::sanitize",
    ['<a href="/rel" target=_blank title=\'a"b\'>x</a>'],
    '\'<a href="/rel" title="a&quot;b" rel="noopener noreferrer">x</a>\'',
  ],
  ["string::html::sanitize", ["<style>x</style><p style='a'>t</p><iframe src=x></iframe>"], "'<p>t</p>'"],
  ["string::html::sanitize", ["plain & text &amp; &lt; 'q' \"d\" >"], '"plain &amp; text &amp; &lt; \'q\' \\"d\\" &gt;"'],
  ["string::html::sanitize", ["<div><b>un<i>closed"], "'<div><b>un<i>closed</i></b></div>'"],
  ["string::html::sanitize", ["<!-- c --><p>x</p>"], "'<p>x</p>'"],
  ["string::html::sanitize", ["<img src='http://a/b.png' alt='x'/>"], '\'<img src="http://a/b.png" alt="x">\''],
  ["string::html::sanitize", ["<img src='data:image/png;base64,xx'>"], "'<img>'"],
  ["string::html::sanitize", ["<button>x</button><form><input></form>"], "'x'"],
  ["string::html::sanitize", ["<h1 class='a' id='b' lang='en'>x</h1>"], "'<h1 lang=\"en\">x</h1>'"],
  ["string::html::sanitize", ["<ul><li>a<li>b</ul>"], "'<ul><li>a</li><li>b</li></ul>'"],
  ["string::html::sanitize", ["<svg><circle/></svg>text"], "'text'"],
  ["string::html::sanitize", ["a\u00a0b é"], "'a&nbsp;b é'"],
]);
