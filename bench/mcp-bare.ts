// The least that a server of the same SDK can be: one tool that says one word. What `mcp` is measured against.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

serveStdio(() => {
  const mcp = new McpServer({ name: 'bare', version: '1.0.0' })
  mcp.registerTool(
    'say',
    { description: 'Says a word.', inputSchema: z.object({ word: z.string() }) },
    async ({ word }) => ({ content: [{ type: 'text', text: word }] }),
  )
  return mcp
})
