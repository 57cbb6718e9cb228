/** The thing that the picture shows between the books. */
export type IllustrationKind = 'link' | 'missing' | 'removed' | 'wait'

/** A shelf of books. Decorative: the text of the page says the same. */
export function ShelfIllustration({ kind }: { kind: IllustrationKind }) {
  return (
    <svg className="picture" viewBox="0 0 320 132" aria-hidden="true">
      <g className="books">
        <rect x="34" y="34" width="22" height="78" rx="4" />
        <rect x="60" y="48" width="16" height="64" rx="4" className="soft" />
        <rect x="80" y="26" width="26" height="86" rx="4" />
        <rect x="110" y="42" width="18" height="70" rx="4" className="soft" />
        <rect x="196" y="30" width="24" height="82" rx="4" />
        <rect x="224" y="50" width="16" height="62" rx="4" className="soft" />
        <rect x="258" y="36" width="20" height="76" rx="4" transform="rotate(10 268 112)" />
      </g>
      <Highlight kind={kind} />
      <path className="shelf" d="M14 114h292" />
    </svg>
  )
}

function Highlight({ kind }: { kind: IllustrationKind }) {
  if (kind === 'link') return <rect className="found" x="148" y="22" width="28" height="90" rx="5" />
  if (kind === 'wait') {
    return (
      <g className="dots">
        <circle cx="150" cy="84" r="5" />
        <circle cx="162" cy="84" r="5" />
        <circle cx="174" cy="84" r="5" />
      </g>
    )
  }
  return (
    <g className="gap">
      <rect x="148" y="22" width="28" height="89" rx="5" />
      {kind === 'removed' && <path d="M154 58h16" />}
    </g>
  )
}
