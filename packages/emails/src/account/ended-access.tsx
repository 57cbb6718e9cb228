import { Paragraph } from '../layout/email-parts.tsx'

/** Says which access the first confirmation of an address ended; empty where it ended none. */
export function EndedAccess({ ended }: { ended: readonly string[] }) {
  if (ended.length === 0) return null
  return (
    <>
      <Paragraph>These were created before the address was confirmed, and no longer work:</Paragraph>
      {ended.map((text) => (
        <Paragraph key={text}>{`• ${text}`}</Paragraph>
      ))}
      <Paragraph>Your links and everything else are still there.</Paragraph>
    </>
  )
}

/** The same for a summary of several emails. */
export function listEndedAccess(ended: readonly string[]): string[] {
  return ended.length === 0 ? [] : [`Created before the address was confirmed, and ended: ${ended.join(', ')}`]
}
