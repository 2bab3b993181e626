/** What one reads of a list, page by page, to its end; `between` runs after each page but the last. */
export async function everyPage<Item>(
  read: (cursor: string | undefined) => Promise<{ data: Item[]; pagination: { nextCursor: string | null } }>,
  between: (page: number) => Promise<void> = async () => {},
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const { data, pagination } = await read(cursor)
    items.push(...data)
    if (pagination.nextCursor === null) return items
    cursor = pagination.nextCursor
    await between(page)
  }
}
