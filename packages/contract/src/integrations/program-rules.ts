import type { Retailer } from '@linkshelf/retailers'

/** Places where links are shown and for which affiliate programs have rules. */
type LinkPlacement = 'print' | 'email' | 'store'

/** A rule of an affiliate program, as its source says. */
export interface ProgramRule {
  text: string
  sourceName: string
  source: string
  /** The calendar day on which the source was read. */
  checkedOn: string
  /** The only placement that the rule restricts. If undefined, the rule applies to all placements. */
  placement?: LinkPlacement
}

export const ebayRedirectRule: ProgramRule = {
  text: 'eBay: “You can’t auto-redirect from your domain to eBay using an affiliate link”; links have to say in advance that they lead to eBay.',
  sourceName: 'eBay Partner Network, knowing the rules',
  source: 'https://partnernetwork.ebay.de/solutions/step-5-knowing-the-rules',
  checkedOn: '2026-11-20',
}

export const aliexpressKeyRule: ProgramRule = {
  text: 'AliExpress pays for links that carry the short key of a tracking ID. Create a deep link in its Portal and copy the key, aff_short_key, from the address. Without the key no tag is added: only links that you made in the Portal yourself earn.',
  sourceName: 'Deep links of the AliExpress Portal, as public programs build them',
  source: 'https://portals.aliexpress.com/',
  checkedOn: '2026-11-20',
}

export const amazonIdPlaces: ProgramRule = {
  text: 'Where to find them: Associates Central shows your store ID, which is your Associate ID, at the top right, and your tracking IDs under Manage Your Tracking IDs in your account.',
  sourceName: 'Amazon Associates Help, tracking IDs',
  source: 'https://affiliate-program.amazon.com/help/node/topic/GK5TZZ4AWML2QSLA',
  checkedOn: '2026-11-26',
}

const amazonPolicies = {
  sourceName: 'Amazon Associates Program Policies, read as a copy of April 14, 2026',
  source: 'https://affiliate-program.amazon.com/help/operating/policies',
  checkedOn: '2026-11-20',
}

/**
 * Rules of affiliate programs. A program can close the account of an owner who breaks one of them. The texts are
 * shortened, and only the program's own text is binding.
 */
export const programRules: Readonly<Record<Retailer, readonly ProgramRule[]>> = {
  amazon: [
    { ...amazonPolicies, text: 'Visitors must see that a link leads to Amazon: say so next to the link, or in its short name (w).' },
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
      text: 'Do not use Amazon links with your tag offline: not in print, in mailings or in documents that you hand out (6).',
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

export function listPlacementRules(placement: LinkPlacement, of: readonly Retailer[]): ProgramRule[] {
  return of.flatMap((retailer) => programRules[retailer].filter((rule) => rule.placement === placement))
}
