import { PageLayout } from './page-frame.tsx'

/** Nobody holds this address. It says nothing about it, so that one cannot be told from another. */
export function UnknownLinkPage() {
  return (
    <PageLayout heading="This link leads nowhere" place="gap">
      <p>Its address may have been mistyped or cut short. Capital and small letters matter, so copying it works better than typing.</p>
      <p className="aside">If it came from somebody, they can send you a new one.</p>
    </PageLayout>
  )
}

export function RemovedLinkPage() {
  return (
    <PageLayout heading="This link was removed" place="removed">
      <p>It worked once. Whoever shared it has taken it down since, and its address will not lead anywhere else.</p>
      <p className="aside">What you were looking for may still be there: try the page where you found the link.</p>
    </PageLayout>
  )
}

/** The link could not be looked up: nothing is known about it, good or bad. */
export function BusyPage() {
  return (
    <PageLayout heading="One moment, please" place="covered">
      <p>We can’t look up this link right now. There is nothing wrong with it, and nothing for you to mend.</p>
      <TryAgain />
    </PageLayout>
  )
}

export function TooManyMissesPage() {
  return (
    <PageLayout heading="That was a lot of wrong addresses" place="covered">
      <p>Your network has asked for many links that don’t exist. Please wait a minute, and then try yours again.</p>
      <TryAgain />
    </PageLayout>
  )
}

/** Asks for the address it stands at, whatever that is, without a script. */
function TryAgain() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the empty reference is the page's own address
    <a className="button" href="">
      Try again
    </a>
  )
}
