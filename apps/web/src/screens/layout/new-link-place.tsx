import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { closeLinkMaking, useLinkMaking } from '../../features/links/create/link-making.ts'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import classes from './top-bar.module.css'

const NewLink = lazyComponent(() => import('./new-link.tsx').then((module) => module.NewLink))

/** Where the panel of a new link opens. Leaving the screen closes it. */
export function NewLinkPlace() {
  const making = useLinkMaking()
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)

  useEffect(() => {
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    closeLinkMaking()
  }, [pathname])
  useEffect(() => closeLinkMaking, [])

  if (making === undefined) return null
  return (
    <div className={classes.made}>
      <LazyBoundary onError={closeLinkMaking}>
        <NewLink making={making} />
      </LazyBoundary>
    </div>
  )
}
