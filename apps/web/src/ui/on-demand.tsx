import { useEffect, useRef, useState } from 'react'
import { OpenedPart } from './opened-part.tsx'

interface OnDemandProps {
  /** What is seen until it is asked for, and while it loads; a click on it asks. */
  button: React.ReactNode
  /** The real thing, a lazyComponent; it opens as it appears. */
  children: React.ReactNode
}

/** Leaves the weight of a menu out of the first picture: it loads with the first click. */
export function OnDemand({ button, children }: OnDemandProps) {
  const scope = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [failedTimes, setFailedTimes] = useState(0)

  // The button was drawn anew, so the focus it had is lost.
  useEffect(() => {
    if (failedTimes > 0) scope.current?.querySelector('button')?.focus()
  }, [failedTimes])

  function giveUp(): void {
    setWanted(false)
    setFailedTimes((times) => times + 1)
  }

  if (isWanted) {
    return (
      <OpenedPart meanwhile={button} onFailure={giveUp}>
        {children}
      </OpenedPart>
    )
  }
  return (
    // The click, by mouse or keyboard, is the button's own; here it is only overheard.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div ref={scope} onClick={() => setWanted(true)}>
      {button}
    </div>
  )
}
