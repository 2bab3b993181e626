/**
 * `sightline mcp …` is `sightline-mcp …`, for whoever has the service already. Loaded only now: no other command speaks
 * the protocol. @returns its exit code; 0 while it serves, until its host closes the pipe
 */
export async function mcpCommand(args: string[]): Promise<number> {
  const { runProgram } = await import('@sightline/mcp')
  return (await runProgram(args)) ?? 0
}
