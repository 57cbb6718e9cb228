import { expect, it } from 'vitest'
import { recognizeUrl } from '../index.ts'

// Each line has the kind, the market, the product number and the short key that are read from a URL, and the URL. `-`
// stands for a missing value.
const shapes = `
product com 1005001234567890 - https://www.aliexpress.com/item/1005001234567890.html
product com 1005001234567890 - https://aliexpress.com/item/1005001234567890.html
product com 1005001234567890 - https://m.aliexpress.com/item/1005001234567890.html
product com 1005001234567890 - https://www.aliexpress.com/item/Desk-Lamp/1005001234567890.html
product com 1005001234567890 - https://www.aliexpress.com/i/1005001234567890.html
product com 1005001234567890 - https://m.aliexpress.com/i/1005001234567890.html?tracelog=x
product com 1005001234567890 - https://www.aliexpress.com/item/1005001234567890
product com 32956423614 - https://www.aliexpress.com/item/32956423614.html
product com 1005001234567890 - https://www.aliexpress.com/item/1005001234567890.html?spm=a2g0o.productlist.main.1&algo_pvid=1&algo_exp_id=2&pdp_npi=4%40dis%21EUR&curPageLogUid=3&scm=1
product com 1005001234567890 N3VJQBY https://www.aliexpress.com/item/1005001234567890.html?aff_fcid=1&aff_fsk=N3VJQBY&aff_platform=portals-tool&sk=N3VJQBY&aff_trace_key=2&terminal_id=3
product com 1005001234567890 N3VJQBY https://www.aliexpress.com/item/1005001234567890.html?aff_short_key=N3VJQBY&af=mia&dp=lamp
product de 1005001234567890 - https://de.aliexpress.com/item/1005001234567890.html?gatewayAdapt=glo2deu
product es 1005001234567890 - https://es.aliexpress.com/item/1005001234567890.html
product fr 1005001234567890 - https://fr.aliexpress.com/item/1005001234567890.html
product it 1005001234567890 - https://it.aliexpress.com/item/1005001234567890.html
product nl 1005001234567890 - https://nl.aliexpress.com/item/1005001234567890.html
product pt 1005001234567890 - https://pt.aliexpress.com/item/1005001234567890.html
product pl 1005001234567890 - https://pl.aliexpress.com/item/1005001234567890.html
product tr 1005001234567890 - https://tr.aliexpress.com/item/1005001234567890.html
product ja 1005001234567890 - https://ja.aliexpress.com/item/1005001234567890.html
product ko 1005001234567890 - https://ko.aliexpress.com/item/1005001234567890.html
product th 1005001234567890 - https://th.aliexpress.com/item/1005001234567890.html
product vi 1005001234567890 - https://vi.aliexpress.com/item/1005001234567890.html
product ar 1005001234567890 - https://ar.aliexpress.com/item/1005001234567890.html
product he 1005001234567890 - https://he.aliexpress.com/item/1005001234567890.html
product id 1005001234567890 - https://id.aliexpress.com/item/1005001234567890.html
product us 3256801234567890 - https://www.aliexpress.us/item/3256801234567890.html
product us 3256801234567890 - https://aliexpress.us/item/3256801234567890.html?gatewayAdapt=glo2usa
product ru 1005001234567890 - https://aliexpress.ru/item/1005001234567890.html?sku_id=12000016847552100
product com 1005001234567890 - http://m.aliexpress.com/s/item/1005001234567890.html?spm=1
product com 32661443411 - https://www.aliexpress.com/store/product/Brass-Lamp/600281_32661443411.html
product com 32661443411 - https://www.aliexpress.com/store/product/600281_32661443411.html
search com - - https://www.aliexpress.com/wholesale?SearchText=lamp
search com - - https://www.aliexpress.com/af/desk-lamp.html
search com - - https://sale.aliexpress.com/__pc/lamps.htm
search com - - https://campaign.aliexpress.com/wow/gcp/lamps
search com - - https://www.aliexpress.com/w/wholesale-desk-lamp.html
search com - - https://www.aliexpress.com/category/200003482/lamps.html
search com - - https://www.aliexpress.com/gcp/300000604/lamps
search com - - https://www.aliexpress.com/ssr/300001062/xyz
search de - - https://de.aliexpress.com/w/wholesale-lampe.html
store com - - https://www.aliexpress.com/store/1101234567
store com - - https://www.aliexpress.com/store/1101234567/pages/all-items.html
home com - - https://www.aliexpress.com
home ru - - https://aliexpress.ru/
home com - N3VJQBY https://www.aliexpress.com/?aff_short_key=N3VJQBY
other com - - https://www.aliexpress.com/p/order/index.html
other com - - https://www.aliexpress.com/item/12345.html
other com - - https://portals.aliexpress.com/affiportals/web/portals.htm
short - - - https://s.click.aliexpress.com/e/_DEabcde
short - - - https://s.click.aliexpress.com/e/N3VJQBY?af=mia&dp=1
short - - - https://a.aliexpress.com/_mKabcde
short - - - https://s.click.aliexpress.com/deep_link.htm
redirector com - - https://star.aliexpress.com/share/share.htm?platform=AE&redirectUrl=https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html
redirector com - - https://star.aliexpress.com/share/share.htm
redirector com - N3VJQBY https://s.click.aliexpress.com/deep_link.htm?aff_short_key=N3VJQBY&dl_target_url=https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html
redirector com - _c3KHLXzD https://s.click.aliexpress.com/deep_link.htm?dl_target_url=https%3A%2F%2Fde.aliexpress.com%2Fitem%2F1005001234567890.html&aff_short_key=_c3KHLXzD&aff_platform=x&isdl=y
`

it.each(shapes.trim().split('\n'))('recognizes %s', (shape) => {
  const [kind, market, productId, tag, url = ''] = shape.split(' ')

  const found = recognizeUrl(url)

  expect(found?.retailer).toBe('aliexpress')
  expect([found?.kind, found?.market ?? '-', found?.productId ?? '-', found?.tag ?? '-']).toEqual([kind, market, productId, tag])
})

it('finds where a deep link leads', () => {
  const url =
    'https://s.click.aliexpress.com/deep_link.htm?aff_short_key=K&dl_target_url=https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html'

  expect(recognizeUrl(url)?.destination).toBe('https://www.aliexpress.com/item/1005001234567890.html')
})
