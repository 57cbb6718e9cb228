import { Suspense, useState } from 'react'

interface OnDemandProps {
  /** What is seen until it is asked for, and while it loads; a click on it asks. */
  button: React.ReactNode
  /** The real thing, in a chunk of its own; it opens as it appears. */
  children: React.ReactNode
}

/** Leaves the weight of a menu out of the first picture: it loads with the first click. */
export function OnDemand({ button, children }: OnDemandProps) {
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <Suspense fallback={button}>{children}</Suspense>
  return (
    // The click, by mouse or keyboard, is the button's own; here it is only overheard.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div onClick={() => setWanted(true)}>{button}</div>
  )
}
