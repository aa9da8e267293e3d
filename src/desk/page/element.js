// Making what the page shows. What comes from elsewhere is only ever text.

export const byId = (name) => document.getElementById(name);

export function element(name, { on, data, ...properties } = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") made.setAttribute(key, value);
    else made[key] = value;
  }
  Object.assign(made.dataset, data);
  if (on) made.addEventListener("click", on);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const svgNamespace = "http://www.w3.org/2000/svg";

export function shape(name, attributes, parent, text) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}
