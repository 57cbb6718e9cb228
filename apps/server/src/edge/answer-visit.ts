import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Journal } from '../clicks/index.ts'
import type { Log } from '../platform/process/log.ts'
import { addressOf, clickOf, type Visit, type VisitTools } from './click-of.ts'
import { followLink } from './follow-link.ts'
import type { Found, KnownLinks } from './known-links.ts'
import type { MissLimit } from './miss-limit.ts'
import type { FollowPlain } from './plain-connection.ts'
import type { Redirect } from './send-on.ts'
import { pathOf, slugIn } from './slug-in.ts'
import type { ReadyAnswer, SmallPages } from './small-pages.ts'

export interface VisitAnswering extends VisitTools {
  knownLinks: KnownLinks
  journal: Pick<Journal, 'append'>
  pages: SmallPages
  redirect: Redirect
  missLimit: MissLimit
  /** What `/healthz` says. */
  health: () => object
  log: Log
}

export interface VisitAnswerer {
  /** Answers every request of the public origin. A known link waits for nothing but its click being kept. */
  answerVisit: RequestListener
  followPlain: FollowPlain
  /** How many visits were answered without a look-up, since the start. */
  atHand(): number
}

export function makeVisitAnswerer(tools: VisitAnswering): VisitAnswerer {
  const { knownLinks, journal, pages, redirect, missLimit, log } = tools
  let atHand = 0
  /** Connections whose visit was looked up a moment ago and is answered by `answerVisit`. */
  const lookedUp = new WeakSet<Visit['socket']>()
  const fixed = new Map<string, () => ReadyAnswer>([
    ['/', () => pages.front],
    ['/robots.txt', () => pages.robots],
    ['/favicon.ico', () => pages.icon],
    ['/healthz', () => healthAnswer(tools.health())],
  ])

  function answerVisit(request: IncomingMessage, response: ServerResponse): void {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const slug = isReading ? slugIn(request.url ?? '') : undefined
    const link = slug === undefined ? undefined : knownLinks.recall(slug)
    if (!lookedUp.delete(request.socket) && link !== undefined) atHand += 1
    if (!isReading) give(request, response, pages.wrongMethod)
    else if (link) follow(request, response, link)
    else
      answerUnfamiliar(request, response, slug, link).catch((error: unknown) => {
        log.error({ err: error }, 'A visit could not be answered')
        if (!response.headersSent) give(request, response, pages.busy)
      })
  }

  function follow(request: IncomingMessage, response: ServerResponse, link: Found): void {
    const outcome = followLink(link)
    switch (outcome.kind) {
      case 'go':
        journal.append(clickOf(request, outcome, tools), () => redirect.send(response, outcome.to))
        break
      case 'gone':
        give(request, response, pages.removed)
        break
      case 'unknown':
        giveMiss(request, response)
    }
  }

  /** Not a link that is known to exist: a page of ours, a link to look up, or nothing. */
  async function answerUnfamiliar(request: IncomingMessage, response: ServerResponse, slug?: string, recalled?: null): Promise<void> {
    const page = fixed.get(pathOf(request.url ?? ''))
    if (page) return give(request, response, page())
    if (slug === undefined) return give(request, response, pages.unknown)
    if (isFlooding(request, slug)) return give(request, response, pages.tooMany)
    const link = recalled === null ? null : await knownLinks.lookUp(slug)
    if (link === undefined) return give(request, response, pages.busy)
    follow(request, response, link)
  }

  /** A network that floods us finds no link it has not met; one that merely guessed a lot still reaches every link there is. */
  function isFlooding(visit: Visit, slug: string): boolean {
    return !knownLinks.hasMet(slug) && missLimit.isFlood(addressOf(visit, tools.trustedProxies))
  }

  function giveMiss(request: IncomingMessage, response: ServerResponse): void {
    const address = addressOf(request, tools.trustedProxies)
    give(request, response, missLimit.isOver(address) ? pages.tooMany : pages.unknown)
    missLimit.count(address)
  }

  function followPlain(visit: Visit, reply: (answer: string) => void): boolean | Promise<boolean> {
    const slug = slugIn(visit.url ?? '')
    if (slug === undefined) return false
    const link = knownLinks.recall(slug)
    if (link !== undefined) {
      const isSentOn = sendOn(visit, link, reply)
      atHand += Number(isSentOn)
      return isSentOn
    }
    if (fixed.has(pathOf(visit.url ?? '')) || isFlooding(visit, slug)) return false
    return lookUpAndSendOn(visit, slug, reply)
  }

  async function lookUpAndSendOn(visit: Visit, slug: string, reply: (answer: string) => void): Promise<boolean> {
    const link = await knownLinks.lookUp(slug)
    if (link === undefined) return false
    const isSentOn = sendOn(visit, link, reply)
    if (!isSentOn) lookedUp.add(visit.socket)
    return isSentOn
  }

  function sendOn(visit: Visit, link: Found, reply: (answer: string) => void): boolean {
    const outcome = followLink(link)
    if (outcome.kind !== 'go') return false
    const click = clickOf(visit, outcome, tools)
    journal.append(click, () => reply(redirect.write(outcome.to, click.at)))
    return true
  }

  return { answerVisit, followPlain, atHand: () => atHand }
}

function give(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
  const { status, headers, body } = answer
  answer.given += 1
  response.writeHead(status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function healthAnswer(health: object): ReadyAnswer {
  const body = Buffer.from(JSON.stringify(health))
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length), 'Cache-Control', 'no-store']
  headers.push('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'", 'X-Content-Type-Options', 'nosniff')
  return { status: 200, headers, body, given: 0 }
}
