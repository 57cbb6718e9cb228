import type { StoreData } from '../store-data.ts'

/** The owner's text, and what the law of their country may require. */
export function StoreFooter({ store }: { store: StoreData }) {
  const legal = [
    ['Impressum', store.imprintUrl],
    ['Privacy', store.privacyUrl],
    ['Contact', store.contactUrl],
  ].filter((link): link is [string, string] => link[1] !== null)
  return (
    <footer>
      <div className="frame">
        <p dir="auto">{store.footerText ?? store.displayName ?? store.name}</p>
        {legal.length > 0 ? (
          <ul className="legal">
            {legal.map(([name, href]) => (
              <li key={name}>
                <a href={href} rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </footer>
  )
}
