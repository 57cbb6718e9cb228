import { type StoreData, storePaths } from '../store-data.ts'
import { Disclosure } from './disclosure.tsx'
import { Picture } from './picture.tsx'
import { Shelf } from './shelf.tsx'
import { SocialLinks } from './social-links.tsx'

/** The header of every page: large on the pages of the store, a line on others. */
export function StoreHeader({ store, isMainHeading }: { store: StoreData; isMainHeading: boolean }) {
  return (
    <header className={isMainHeading ? 'head' : 'head small'}>
      {isMainHeading && store.bannerImage ? (
        <Picture className="banner" src={store.bannerImage} sizes="100vw" width="1200" height="300" />
      ) : null}
      <div className="frame identity">
        {store.logo ? <Picture className="logo" src={store.logo} sizes="104px" maxWidth={320} width="96" height="96" /> : null}
        {isMainHeading && !store.logo && !store.bannerImage ? <Shelf /> : null}
        {isMainHeading ? <StoreIntroduction store={store} /> : <StoreName store={store} />}
      </div>
      <Disclosure store={store} />
    </header>
  )
}

function StoreIntroduction({ store }: { store: StoreData }) {
  return (
    <div className="introduction">
      <h1 dir="auto">{store.title ?? store.displayName ?? store.name}</h1>
      {store.description ? <p dir="auto">{store.description}</p> : null}
      <SocialLinks links={store.socialLinks} />
    </div>
  )
}

function StoreName({ store }: { store: StoreData }) {
  const name = store.displayName ?? store.name
  return store.hasStorePage ? (
    <a className="name" href={storePaths.store(store)} dir="auto">
      {name}
    </a>
  ) : (
    <span className="name" dir="auto">
      {name}
    </span>
  )
}
