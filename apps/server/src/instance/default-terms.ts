import { html } from 'hono/html'
import type { Page } from '../layout/index.ts'
import type { Origins } from '../platform/deps.ts'

/** Terms for an instance whose operator has written none. What they say of data is what the program does. `clickMonths` is how long clicks are kept. */
export function defaultTerms(origins: Origins, clickMonths: number): Page {
  const [app, links] = [new URL(origins.app).host, new URL(origins.public).host]
  return {
    heading: 'Terms of Service',
    isArticle: true,
    body: html`<p class="lead">For everybody who uses ${app}, and the short links of ${links}.</p>

      <h2>What this is</h2>
      <p>Linkshelf makes short links, sends their visitors on, and counts the clicks. This instance is run by its operator, who alone is
        responsible for it and may replace these terms by their own. Whoever wrote the software does not run it.</p>

      <h2>What short links may not be used for</h2>
      <ul>
        <li>phishing, fraud, or passing for somebody else;</li>
        <li>malware, or software that people did not ask for;</li>
        <li>spam, in whatever form it is sent;</li>
        <li>content or goods that are against the law where they are offered;</li>
        <li>attacking this service or others, or getting round its limits.</li>
      </ul>
      <p>The operator may block a link or close an account that is used for any of this, at once and without notice.</p>

      <h2>Links you earn from</h2>
      <p>If you are paid for what people buy through a link, telling them so is your duty, as the law and the retailer's programme ask. You
        answer for where your links lead.</p>

      <h2>What is recorded of a visit</h2>
      <p>When somebody follows a short link: the time, the link, country, region and city, kind of device, browser and system, language, the
        site they came from, the campaign the link names, and whether a QR code led to it. The IP address serves to find the place and to tell
        visitors apart; it is not kept. No cookie is set.</p>
      <p>So that visitors can be counted, a visit carries a key for the day. The secret it is made with is deleted within 48 hours; from then
        on nobody can tell whose key it was, nor whether two days had the same visitor. Single visits are deleted after ${clickMonths === 1 ? 'a month' : `${clickMonths} months`},
        a calendar month of them at a time, so that one may stay up to a month longer; sums without any visitor in them stay.</p>

      <h2>What is recorded of an account</h2>
      <p>Your name, your e-mail address, your password as a hash it can't be read from, and what you put in yourself. Cookies are set for
        signing in and for nothing else.</p>

      <h2>No warranty</h2>
      <p>The service is provided as it is. As far as the law allows, there is no warranty that it is available, free of errors or fit for a
        purpose, and no liability for what comes of using it. The operator may change these terms, or end the service; what you go on using
        after a change, you use under the new terms.</p>`,
  }
}
