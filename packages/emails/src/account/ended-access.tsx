import { Paragraph } from '../layout/email-parts.tsx'

/** Lists the access that was ended when the address was first confirmed. Empty if no access was ended. */
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

/** Returns the ended access as text for the details of a summary email. Empty if no access was ended. */
export function listEndedAccess(ended: readonly string[]): string[] {
  return ended.length === 0 ? [] : [`Created before the address was confirmed, and ended: ${ended.join(', ')}`]
}
