import { html } from 'hono/html'
import type { Markup } from '../layout/index.ts'
import { renderErrorEntry } from './call-section.ts'
import { renderCodePanel } from './code-panel.ts'
import type { DescribedError } from './described-calls.ts'

export interface ReferenceSettings {
  /** The origin of the dashboard and the API. */
  appOrigin: string
  documentPath: string
  /** Whether the instance has plans, which limit requests with API keys. */
  hasPlans: boolean
}

interface Guide {
  id: string
  title: string
  body: Markup
  /** Code that is shown next to the text. */
  code?: Markup
}

/** Creates the chapters that apply to all calls. `common` are the errors that many calls may return. */
export function createGuides({ appOrigin, documentPath, hasPlans, common }: ReferenceSettings & { common: DescribedError[] }): Guide[] {
  return [
    { id: 'quick-start', title: 'Quick start', body: renderQuickStart(documentPath), code: renderQuickStartCode(appOrigin) },
    { id: 'authentication', title: 'Authentication', body: authentication },
    { id: 'client', title: 'JavaScript and TypeScript', body: client, code: renderClientCode(appOrigin) },
    { id: 'errors', title: 'Errors', body: renderErrorGuide(common), code: errorSample },
    { id: 'pagination', title: 'Pagination', body: pagination },
    { id: 'retries', title: 'Retries', body: retries },
    { id: 'limits', title: 'Rate limits and quotas', body: renderLimits(hasPlans) },
  ]
}

function renderQuickStart(documentPath: string): Markup {
  return html`<p>JSON over HTTP. Create an API key in the <a href="/settings/api">settings</a>, and read the ids of your organization and project with it.</p>
    <p>The curl lines on this page take the key and these ids from the shell, so that they run as they are shown. Ids of other things are variables of the same
    kind: <code>$URL_ID</code> is <code>urlId</code>, the id of a link. The TypeScript examples have them as variables, too.</p>
    <p>All calls are also described by an <a href="${documentPath}">OpenAPI 3.1 document</a>, with the same examples.</p>`
}

function renderQuickStartCode(appOrigin: string): Markup {
  const readIds = `export LINKSHELF_API_KEY=lsk_…\ncurl "${appOrigin}/v1/organizations" \\\n  -H "Authorization: Bearer $LINKSHELF_API_KEY"`
  return html`${renderCodePanel('Read the ids', [{ text: readIds, language: 'sh' }])}
    ${renderCodePanel('Set them', [{ text: 'export ORG_ID=… PROJECT_ID=…', language: 'sh' }])}`
}

const authentication = html`<p>Send the key as <code>Authorization: Bearer</code>. A key belongs to one organization and acts for the member who created it;
    other organizations of that member answer 404. A read-only key makes <code>GET</code> calls only. A key is shown once, when it is created, and a revoked one
    stops working within a second. A key may do what the role of that member allows at the time of the request.</p>
    <p>Owners may make every call, and members those that are not said to be for owners. Viewers may make those that only read,
    which tell them no email address, and those about their own views and reports.</p>
    <p>Some calls are for signed-in users and reject keys: the account and its sessions, members, keys and plans. They take an access token of this instance's
    OpenID provider instead; their examples have it as <code>$LINKSHELF_TOKEN</code>. The dashboard has its token in a cookie that scripts can't read.
    What you may not see answers 404, never 403.</p>`

const client = html`<p>The package <code>@linkshelf/client</code> has every call on this page as a typed function of the same name:
    <code>links.create</code>, with <code>params</code>, <code>query</code> and <code>body</code>. It runs in Node, Deno, Bun and browsers.</p>
    <p>Pages of any origin may call the API: it takes their tokens, and never their cookies. An API key does not belong into a page that others open; the calls
    under <code>/v1/public</code> need none.</p>`

function renderClientCode(appOrigin: string): Markup {
  const sample = `import { createClient, paginate } from '@linkshelf/client'

const linkshelf = createClient({ apiKey, baseUrl: '${appOrigin}' })
const params = { orgId, projectId }

const link = await linkshelf.links.create({
  params,
  body: { target: 'https://shop.example/lamp' },
})
for await (const { title, url } of paginate(linkshelf.links.list, { params }))
  console.log(title, url)`
  return renderCodePanel('TypeScript', [{ text: sample, language: 'ts' }])
}

const errorSample = renderCodePanel('Response 409', [
  {
    text: `{
  "code": "LINK_SLUG_TAKEN",
  "status": 409,
  "message": "This short name is already taken. Please choose a different one.",
  "correlation_id": "5b0c7f0e-2f4a-4a5e-9d0d-8f5f3c1d2b7a"
}`,
    language: 'application/json',
  },
])

function renderErrorGuide(common: DescribedError[]): Markup {
  return html`<p>An error is JSON with a <code>code</code>, which never changes its meaning, the <code>status</code> of the response, and a
    <code>message</code> for users. The <code>correlation_id</code> is in the header <code>x-correlation-id</code> of every response, too: quote it to the
    operator. Invalid fields are listed in <code>data.issues</code>, each with its <code>path</code> and <code>message</code>.</p>
    <p>A call lists the errors of what it does. These do not depend on it, and are returned by all calls to which they apply; an error of the server is 500
    <code>FAULT</code>:</p>
    <dl class="errors">${common.map(renderErrorEntry)}</dl>`
}

const pagination = html`<p>Lists that can be long take <code>limit</code> and <code>cursor</code>. The response is a JSON array; when there is more, its header
    <code>x-next-cursor</code> has the <code>cursor</code> of the next page. The last page has no such header. A cursor is opaque, and stays valid when
    entries are added or removed meanwhile.</p>`

const retries = html`<p>Repeat a <code>GET</code>, <code>PUT</code> or <code>DELETE</code> whenever its response did not arrive: a second one changes nothing more,
    and a <code>DELETE</code> that had succeeded answers 404. So do archiving, activating and deleting several at once. A <code>POST</code> that creates something
    creates a second one, except where a name is unique: give a link its <code>slug</code>, and a repeated request answers 409
    <code>LINK_SLUG_TAKEN</code> instead. Equal pictures and equal invitations are stored once.</p>
    <p>The call that creates several links takes a header <code>Idempotency-Key</code>, any text of up to 255 characters such as a UUID. Within 24 hours, a request
    with the same key and the same body gets the response of the first one, and creates nothing more; with another body it answers 422
    <code>IDEMPOTENCY_KEY_REUSED</code>. A request that failed as a whole may be repeated with its key. Each item of the call succeeds or fails by itself: look
    at the <code>status</code> of each of the <code>results</code>, which are in the order of the items.</p>`

const monthlyQuota = html`A plan includes a number of requests with API keys in a calendar month (UTC); when they are used up, calls answer 429 until the first day of the next
    month, or until the plan is raised. The headers <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code>
    (seconds since 1970) say how many are left. Requests of the dashboard do not count.`

const noMonthlyQuota = html`Requests with API keys have no monthly quota here, so responses have no <code>X-RateLimit</code> headers.`

function renderLimits(hasPlans: boolean): Markup {
  return html`<p>${hasPlans ? monthlyQuota : noMonthlyQuota}</p>
    <p>Changes are ${hasPlans ? 'also ' : ''}limited by hour, so that one program can't use up what all share; each item of a
    bulk call counts as one. Every 429 has a <code>Retry-After</code> header, in seconds, and
    the same number in <code>data.retry_after_seconds</code>. A request may have a body of 1 MB, a picture 10 MB.</p>`
}
