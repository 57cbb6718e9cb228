import { ActionButton, Note, Paragraph } from './layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface DomainLoss {
  /** The host in readable form, with Unicode letters. */
  host: string
  organizationName: string
  /**
   * `ownership`: the TXT record that proves the ownership is missing. `address`: the domain does not lead to this
   * instance. `unanswered`: the name servers did not answer. `taken`: another organization proved that it owns the
   * host.
   */
  problem: 'ownership' | 'address' | 'unanswered' | 'taken'
  /** The host names and IP addresses to which the DNS records of the host lead. */
  found: readonly string[]
  /** The URL of the domain's page in the dashboard. */
  domainUrl: string
}

/** The email to the owners of an organization if one of its domains is no longer verified. */
export function renderDomainLossEmail({ host, organizationName, problem, found, domainUrl }: DomainLoss): RenderedEmail {
  const reason = problem === 'address' ? describeMissingAddress(found) : reasons[problem]
  return renderEmail({
    kind: 'domain_lost',
    details: [host],
    subject: `${host} is no longer verified`,
    preview: reason,
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`${host}, a domain of “${organizationName}”, is no longer verified. ${reason}`}</Paragraph>
        {problem === 'taken' ? (
          <Note>If the domain is still yours, set its TXT record again.</Note>
        ) : (
          <Note>Nothing was switched off. Set its DNS records as they were, and the next check verifies it again.</Note>
        )}
        <ActionButton href={domainUrl}>See its DNS records</ActionButton>
      </>
    ),
  })
}

const reasons = {
  taken: 'Another organization proved that it owns this domain, so your links no longer work on it.',
  ownership: 'The TXT record that proves your ownership is missing.',
  unanswered: 'The name servers of the domain do not answer.',
} as const

function describeMissingAddress(found: readonly string[]): string {
  return found.length === 0 ? 'The name servers have no address for the domain.' : `Its address is now ${found.join(', ')}.`
}
