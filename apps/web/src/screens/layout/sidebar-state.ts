import { useState } from 'react'
import { readCookie, writeCookie } from '../../ui/browser/local-storage.ts'

const cookieName = 'linkshelf_sidebar'
const sevenDaysSeconds = 7 * 24 * 60 * 60

/** Open by default; a choice is stored for seven days. */
export function useSidebar(): { isCollapsed: boolean; toggle: () => void } {
  const [isCollapsed, setCollapsed] = useState(() => readCookie(cookieName) === 'collapsed')

  return {
    isCollapsed,
    toggle: () => {
      writeCookie(cookieName, isCollapsed ? 'open' : 'collapsed', sevenDaysSeconds)
      setCollapsed(!isCollapsed)
    },
  }
}
