/** What a form does instead of loading another page. */
export function onSubmit(act: () => void): (event: { preventDefault(): void }) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}
