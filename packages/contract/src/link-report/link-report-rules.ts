import type { Retailer } from '@linkshelf/retailers'
import { aliexpressKeyRule, ebayRedirectRule, type LinkPlacement, type ProgrammeRule } from '../integrations/integration-rules.ts'

/** Problems that may cost an owner earnings or an account, the most urgent first. */
export const linkReportProblems = [
  'dead',
  'untagged',
  'redirected',
  'foreign_tag',
  'market_without_tag',
  'untracked',
  'short_link',
  'unavailable',
  'page_not_paid',
  'replaced',
] as const
export type LinkReportProblem = (typeof linkReportProblems)[number]

interface ProblemText {
  label: string
  /** The meaning of the problem, and its remedy. */
  explanation: string
}

export const linkReportTexts: Record<LinkReportProblem, ProblemText> = {
  dead: { label: 'Dead', explanation: 'The page failed two checks, a day or more apart. Enter another destination, or archive the link.' },
  redirected: {
    label: 'Redirects elsewhere',
    explanation:
      'When it was checked, the page led to another site, another product or a start page. Use the new address if it is right, or enter another destination.',
  },
  foreign_tag: {
    label: 'Someone else’s tag',
    explanation:
      'Visitors reach the shop with a tag that is in none of your integrations. If it is not yours, somebody else earns. Save a tag of your own for this shop.',
  },
  untagged: {
    label: 'Earning nothing: connect this shop',
    explanation: 'Visitors reach the shop without a tag, since it has no integration. Save one to earn from these links.',
  },
  market_without_tag: {
    label: 'No tag for this country',
    explanation: 'Your integration has no tag for this country’s shop, and a tag of another country earns nothing there. Add one.',
  },
  untracked: {
    label: 'Not tracked by AliExpress',
    explanation: 'AliExpress pays for a link only with the short key of a tracking ID. Add the key to your integration.',
  },
  short_link: {
    label: 'Short link of a shop',
    explanation:
      'Linkshelf could not find out where this link leads. It hides whom it pays, can’t get your tag, and may expire. Find out again, or enter the full address of the product on the link’s page.',
  },
  unavailable: {
    label: 'Sold out',
    explanation: 'The page is there, but nothing can be bought. Enter another destination, archive the link, or wait.',
  },
  page_not_paid: {
    label: 'Page without commission',
    explanation: 'The shop is not known to pay for this page: a cart, an account or help. Link to a product instead.',
  },
  replaced: {
    label: 'Pasted with another tag',
    explanation:
      'Visitors reach the shop with your tag, but the stored address has another one, which exports and copies keep. Remove it; for Amazon, a migration can store yours in its place.',
  },
}

export const linkReportPageSize = 50

const amazonPolicies = {
  sourceName: 'Amazon Associates Program Policies, read as a copy of April 14, 2026',
  source: 'https://affiliate-program.amazon.com/help/operating/policies',
  checkedOn: '2026-11-20',
}

/** Rules that cost accounts. Wordings are shortened; the programme's own text decides. */
export const programmeRules: Readonly<Record<Retailer, readonly ProgrammeRule[]>> = {
  amazon: [
    { ...amazonPolicies, text: 'Visitors must see that a link leads to Amazon: say so beside it, or in the short name (w).' },
    {
      ...amazonPolicies,
      text: 'The page that a click comes from must not be hidden (v). Linkshelf redirects with 302 and keeps the referrer.',
    },
    { ...amazonPolicies, text: 'No rewards for using your links (g).' },
    {
      ...amazonPolicies,
      placement: 'email',
      text: 'Amazon links in emails and messages only for readers who asked for them (g). The rule about print still names emails too: ask Amazon before you send one.',
    },
    {
      placement: 'print',
      text: 'No Amazon links with your tag offline: not in print, in mailings or in documents that you hand out (6).',
      sourceName: 'Amazon Associates Participation Requirements, as quoted by others',
      source: 'https://affiliate-program.amazon.com/help/operating/participation/',
      checkedOn: '2026-11-23',
    },
    {
      placement: 'store',
      text: 'Amazon wants every page with your links on the list of your sites at Associates Central: your store page too.',
      sourceName: 'Amazon Associates help, adding a new site to the website list',
      source: 'https://affiliate-program.amazon.co.uk/help/node/topic/G9KDEPG2WF47VQY4',
      checkedOn: '2026-11-23',
    },
    { ...amazonPolicies, text: 'Purchases through paid or boosted ads that link to Amazon do not qualify.' },
  ],
  ebay: [
    ebayRedirectRule,
    {
      placement: 'email',
      text: 'Emails and messages with eBay links need the approval of eBay in advance.',
      sourceName: 'eBay Partner Network, special business models',
      source: 'https://partnernetwork.ebay.co.uk/resources/special-business-models',
      checkedOn: '2026-11-23',
    },
  ],
  aliexpress: [aliexpressKeyRule],
}

/** Returns the rules of these retailers for links in one place. */
export function placementRules(placement: LinkPlacement, of: readonly Retailer[]): ProgrammeRule[] {
  return of.flatMap((retailer) => programmeRules[retailer].filter((rule) => rule.placement === placement))
}
