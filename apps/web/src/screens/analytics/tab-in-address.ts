import { useSearchParams } from 'react-router'

interface Tab<Name extends string> {
  name: Name
  label: string
}

/** The tab that the address asks for, the usual one where it asks for none of these. Each tab is an address that keeps the rest of the view. */
export function useTabInAddress<Name extends string>(tabs: readonly Tab<Name>[], usual: Name) {
  const [params] = useSearchParams()
  const name = tabs.find((tab) => tab.name === params.get('tab'))?.name ?? usual

  function addressOf(tab: Name): string {
    const asked = new URLSearchParams(params)
    if (tab === usual) asked.delete('tab')
    else asked.set('tab', tab)
    return `?${asked}`
  }

  return { name, shown: addressOf(name), links: tabs.map((tab) => ({ to: addressOf(tab.name), label: tab.label })) }
}
